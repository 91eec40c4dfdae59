import { platformTenant } from '@lintel/contract/settings/events'
import { sql } from 'kysely'
import { z } from 'zod'
import { dayMs, instantOf } from '../clock'
import { type Platform, platformOrigin, runChange } from '../context'
import { closeDatabase, type Database, openDatabase } from '../database'
import type { JobKind } from '../jobs/jobs'
import { nothingToDo, unlessUnchanged } from '../unchanged'
import { retentionAction } from './verify'

interface Cut {
  tenant: string
  sequence: number
  removed: number
  hash: Buffer
}

/** Chains that are cut in a transaction. */
const chainsAtATime = 10
/** Maximum number of events removed from a chain in a transaction, each of which writes one event to the chain. */
const cutSize = 1_000

/**
 * Removes audit events that are older than the configured days, once a day (security J3). The rest stays verifiable:
 * the last removed link is stored, and an event in each chain records the cut.
 */
export const retainAuditJob: JobKind<object> = {
  kind: retentionAction,
  payload: z.looseObject({}),
  retryAfter: [600, 3_600],
  every: 86_400,
  run: ({ platform, signal }) => retainAudit(platform, signal),
}

/**
 * Removes expired events of a few chains at a time, at most `most` of each, using DATABASE_ADMIN_URL when configured,
 * because the runtime login may not delete them.
 */
export async function retainAudit(platform: Platform, signal?: AbortSignal, most = cutSize): Promise<void> {
  const { databaseAdminUrl: url, auditRetentionDays } = platform.configuration
  const db = url === undefined ? platform.db : openDatabase({ url, max: 1 })
  const oldest = instantOf(platform.clock() - auditRetentionDays * dayMs)
  try {
    const chains = await chainsToCut(db, oldest)
    for (let at = 0; at < chains.length; at += chainsAtATime) {
      const few = chains.slice(at, at + chainsAtATime)
      while (!signal?.aborted && (await cutChains({ ...platform, db }, few, { oldest, most })));
    }
  } finally {
    if (db !== platform.db) await closeDatabase(db)
  }
}

/** Cuts each of these chains once; true when one may have more expired events. */
function cutChains(
  platform: Platform,
  chains: readonly string[],
  { oldest, most }: { oldest: string; most: number },
): Promise<boolean> {
  const cutting = runChange(platform, platformOrigin(retentionAction), async ({ db, audit }) => {
    // Deleting this many events can exceed the statement timeout of requests.
    await sql`set local statement_timeout = '120s'`.execute(db)
    const { rows: cuts } = await sql<Cut>`
      select tenant_id as tenant, sequence, hash, removed
      from audit_retain(${[...chains]}::uuid[], ${oldest}, ${most})`.execute(db)
    for (const { tenant, sequence, hash } of cuts) {
      const customer = tenant === platformTenant ? null : tenant
      audit({ action: retentionAction, customer, after: { sequence, hash: hash.toString('hex') } })
    }
    if (cuts.length === 0) throw nothingToDo()
    return cuts.some(({ removed }) => removed === most)
  })
  return unlessUnchanged(cutting, false)
}

/**
 * Chains that begin with an expired event which is not their newest. A chain whose only expired event records an earlier
 * cut waits for a second one: a cut writes such an event itself.
 */
async function chainsToCut(db: Database, oldest: string): Promise<string[]> {
  const { rows } = await sql<{ tenant: string }>`
    select chain.tenant_id as tenant from audit_chain as chain cross join lateral (
      select array_agg(early.action order by early.sequence) as actions,
        array_agg(early.occurred_at order by early.sequence) as times
      from (
        select event.sequence, event.action, event.occurred_at from audit_event as event
        where event.tenant_id = chain.tenant_id and event.sequence < chain.sequence order by event.sequence limit 2
      ) as early
    ) as beginning
    where times[1] < ${oldest} and (actions[1] <> ${retentionAction} or times[2] < ${oldest})
    order by chain.tenant_id`.execute(db)
  return rows.map(({ tenant }) => tenant)
}
