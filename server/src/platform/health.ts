import { call } from '@lintel/contract/jsonapi/call'
import { anyone } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { sql } from 'kysely'
import { z } from 'zod'
import { answer } from './answer'
import type { Platform } from './context'
import { isDatabaseAway } from './database'
import { isReadOnly } from './database-pool'
import { schemaDifference } from './migrate'
import type { Route } from './route'

/** The call that checks only the process. */
export const alive = call({
  method: 'GET',
  path: '/healthz',
  summary: 'The process is up',
  answer: z.object({ status: z.literal('up') }),
})

const ready = call({
  method: 'GET',
  path: '/readyz',
  summary: 'The database answers, accepts writes, and its schema is current; 503 with the reason otherwise',
  answer: z.object({ status: z.literal('ready') }),
  problems: ['databaseAway', 'schemaOutdated'],
})

/** How long a readiness result is shared, in milliseconds, so that frequent probes do not load the database. */
const cacheMs = 500

/** Public, without rate limit and on any host name: for load balancers and supervisors. */
const terms = { anonymous: true, ignoresBearer: true, unmetered: true, may: anyone } as const

/** `/healthz`, which checks only the process, and `/readyz` (contract §1). */
export function healthRoutes({ db, clock }: Platform): Route[] {
  let cached: { at: number; answer: Promise<void> } | undefined
  const readiness = (): Promise<void> => {
    const now = clock()
    if (!cached || now - cached.at >= cacheMs) cached = { at: now, answer: assertReady(db) }
    return cached.answer
  }
  return [
    answer(alive, { ...terms, run: async () => ({ status: 'up' as const }) }),
    answer(ready, {
      ...terms,
      async run() {
        await readiness()
        return { status: 'ready' as const }
      },
    }),
  ]
}

async function assertReady(db: Platform['db']): Promise<void> {
  try {
    const { pending, newer } = await schemaDifference(db)
    if (pending.length > 0) throw notCurrent(`${pending.join(', ')} has not run`)
    if (newer.length > 0) throw notCurrent(`${newer.join(', ')} is of a newer version than this server`)
    // Writes nothing, and is refused all the same where the database only reads: only so does the pool drop a connection
    // that still reads when the database accepts writes again.
    await sql`update job set kind = kind where false`.execute(db)
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    throw new Problem('databaseAway', {
      ...(isReadOnly(error) && { detail: 'The database is read-only' }),
      retryAfter: 5,
    })
  }
}

const notCurrent = (reason: string) =>
  new Problem('schemaOutdated', { detail: `The schema is not current: ${reason}`, retryAfter: 5 })
