import { platformTenant } from '@lintel/contract/settings/events'
import { sql } from 'kysely'
import { z } from 'zod'
import { instantOf } from '../clock'
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

/** About how many events go in one transaction: what each removes is removed, whatever becomes of the next. */
const atOnce = 10_000

/**
 * Removes audit events that are older than the configured days, once a day (security J3). The rest stays verifiable:
 * the last removed link is kept, and an event in each chain says where it was cut.
 */
export const retainAuditJob: JobKind<object> = {
  kind: retentionAction,
  payload: z.looseObject({}),
  retryAfter: [600, 3_600],
  every: 86_400,
  run: ({ platform, signal }) => retainAudit(platform, signal),
}

/** Removes what is too old, about `most` events at a time, as the login that may: DATABASE_ADMIN_URL where there is one. */
export async function retainAudit(platform: Platform, signal?: AbortSignal, most = atOnce): Promise<void> {
  const { databaseAdminUrl: url, auditRetentionDays } = platform.configuration
  const db = url === undefined ? platform.db : openDatabase({ url, max: 1 })
  const oldest = instantOf(platform.clock() - auditRetentionDays * 86_400_000)
  try {
    while (!signal?.aborted && (await cutChains({ ...platform, db }, oldest, most)));
  } finally {
    if (db !== platform.db) await closeDatabase(db)
  }
}

/** One round, in which each chain gives its share; true when a chain may have more that is too old. */
async function cutChains(platform: Platform, oldest: string, most: number): Promise<boolean> {
  const chains = await chainsToCut(platform.db, oldest)
  if (chains === 0) return false
  const share = Math.max(1, Math.floor(most / chains))
  const cutting = runChange(platform, platformOrigin(retentionAction), async ({ db, audit }) => {
    // Every chain is looked at: that takes longer than somebody would wait.
    await sql`set local statement_timeout = '120s'`.execute(db)
    const { rows: cuts } = await sql<Cut>`
      select tenant_id as tenant, sequence, hash, removed from audit_retain(${oldest}, ${share})`.execute(db)
    for (const { tenant, sequence, hash } of cuts) {
      const customer = tenant === platformTenant ? null : tenant
      audit({ action: retentionAction, customer, after: { sequence, hash: hash.toString('hex') } })
    }
    // Only the newest event of a chain is too old: it stays, and so nothing happened.
    if (cuts.length === 0) throw nothingToDo()
    return cuts.some(({ removed }) => removed === share)
  })
  return unlessUnchanged(cutting, false)
}

/** How many chains have an event that is too old and not their newest. */
async function chainsToCut(db: Database, oldest: string): Promise<number> {
  const { rows } = await sql<{ chains: number }>`
    select count(*)::int as chains from audit_chain as chain where exists (
      select from audit_event as event
      where event.tenant_id = chain.tenant_id and event.occurred_at < ${oldest} and event.sequence < chain.sequence)`.execute(
    db,
  )
  return rows[0]?.chains ?? 0
}
