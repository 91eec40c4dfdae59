import type { Insertable } from 'kysely'
import { hashSecret } from '../src/identity/random-secret'
import type { DB } from '../src/platform/database.types'
import { customerId } from './customers'
import { demoId } from './demo-id'
import type { Moments } from './moments'
import { personId } from './person-id'

const reports = 'reports@nordbygg.example'
const age = 40

export const feedTokenId = demoId('feed-token', reports)

/** The feed token by which Nordbygg's reports read the exports every morning; nobody has its secret. */
export const feedTokenRows = ({ ago, lastSecond }: Moments): Insertable<DB['feed_token']>[] => [
  {
    id: feedTokenId,
    customer_id: customerId('nordbygg'),
    user_id: personId(reports),
    secret_hash: hashSecret(`no feed token: ${reports}`),
    created_at: ago(age),
    last_used_at: ago(0, 5),
    expires_at: lastSecond(365 - age),
  },
]
