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

/** Approximate number of events removed per transaction; each batch is committed independently. */
const batchSize = 10_000

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
 * Removes expired events in batches of about `batch`, using DATABASE_ADMIN_URL when configured, because the runtime
 * login may not delete them.
 */
export async function retainAudit(platform: Platform, signal?: AbortSignal, batch = batchSize): Promise<void> {
  const { databaseAdminUrl: url, auditRetentionDays } = platform.configuration
  const db = url === undefined ? platform.db : openDatabase({ url, max: 1 })
  const oldest = instantOf(platform.clock() - auditRetentionDays * dayMs)
  try {
    while (!signal?.aborted && (await cutChains({ ...platform, db }, oldest, batch)));
  } finally {
    if (db !== platform.db) await closeDatabase(db)
  }
}

/** Removes one batch, shared evenly among the chains; true when a chain may have more expired events. */
async function cutChains(platform: Platform, oldest: string, batch: number): Promise<boolean> {
  const chains = await chainsToCut(platform.db, oldest)
  if (chains === 0) return false
  const share = Math.max(1, Math.floor(batch / chains))
  const cutting = runChange(platform, platformOrigin(retentionAction), async ({ db, audit }) => {
    // It scans every chain, which exceeds the statement timeout of requests.
    await sql`set local statement_timeout = '120s'`.execute(db)
    const { rows: cuts } = await sql<Cut>`
      select tenant_id as tenant, sequence, hash, removed from audit_retain(${oldest}, ${share})`.execute(db)
    for (const { tenant, sequence, hash } of cuts) {
      const customer = tenant === platformTenant ? null : tenant
      audit({ action: retentionAction, customer, after: { sequence, hash: hash.toString('hex') } })
    }
    // The newest event of a chain is always retained, so there may be nothing to remove.
    if (cuts.length === 0) throw nothingToDo()
    return cuts.some(({ removed }) => removed === share)
  })
  return unlessUnchanged(cutting, false)
}

/** The number of chains with an expired event other than their newest. */
async function chainsToCut(db: Database, oldest: string): Promise<number> {
  const { rows } = await sql<{ chains: number }>`
    select count(*)::int as chains from audit_chain as chain where exists (
      select from audit_event as event
      where event.tenant_id = chain.tenant_id and event.occurred_at < ${oldest} and event.sequence < chain.sequence)`.execute(
    db,
  )
  return rows[0]?.chains ?? 0
}
