import { type Insertable, sql } from 'kysely'
import type { Transaction } from '../src/platform/database'
import type { DB } from '../src/platform/database.types'
import { demoId } from './demo-id'
import type { Moments } from './moments'
import { personId } from './person-id'

const ingrid = 'ingrid@nordbygg.example'
const places = [
  {
    name: 'site hut',
    days: 9,
    ip: '203.0.113.20',
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
  },
  {
    name: 'phone',
    days: 3,
    ip: '198.51.100.7',
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
  },
] as const

const fortnight = 14 * 86_400

/** Ingrid has sessions in the site hut and on her phone; nobody has their secrets. */
export const sessionRows = ({ ago, lastSecond }: Moments): Insertable<DB['session']>[] =>
  places.map(({ name, days, ip, userAgent }) => ({
    id: demoId('session', `${ingrid}/${name}`),
    user_id: personId(ingrid),
    method: 'password',
    remember_me: true,
    created_at: ago(days),
    last_seen_at: ago(0, 2),
    proved_at: ago(days),
    idle_seconds: fortnight,
    expires_at: lastSecond(30 - days),
    ip,
    user_agent: userAgent,
  }))

/** Marks the demo's sessions as notified, so that no mails are sent about them. */
export const skipSignInNotices = (db: Transaction) =>
  sql`update sign_in_notice set through = (select id from session order by id desc limit 1)`.execute(db)
