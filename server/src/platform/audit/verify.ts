import { sql } from 'kysely'
import type { Database, Transaction } from '../database'

/** A link of a chain whose verification failed. */
export interface BrokenLink {
  tenant: string
  sequence: number
  /** A description of the failure. */
  reason: string
}

/** The result of a verification; `broken` has the first broken link of each affected tenant. */
export interface Verification {
  tenants: number
  events: number
  broken: BrokenLink[]
}

/** A position in a chain: the sequence number of an event and its hash. */
export interface ChainPosition {
  sequence: number
  hash: Buffer
}

interface Batch {
  events: number
  last: number | null
  hash: Buffer | null
  broken: number | null
  gap: boolean
}

/**
 * Recomputes every chain in one snapshot of the database, `batch` events at a time, while events may be appended.
 * Detects changed, removed and added links, but not a chain that was rewritten completely, including its head.
 */
export const verifyAudit = (db: Database, batch = 10_000): Promise<Verification> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const result: Verification = { tenants: 0, events: 0, broken: [] }
      for (const tenant of await tenantsOf(transaction)) {
        result.tenants++
        const { events, broken } = await verifyChain(transaction, tenant, batch)
        result.events += events
        if (broken) result.broken.push({ tenant, ...broken })
      }
      return result
    })

/** Tenants with events, a chain head or a cut: a tenant that lacks one of them has a broken chain as well. */
export async function tenantsOf(db: Database | Transaction): Promise<string[]> {
  const { rows } = await sql<{ tenant: string }>`
    with recursive written as (
      (select tenant_id from audit_event order by tenant_id limit 1)
      union all
      select (select tenant_id from audit_event where tenant_id > written.tenant_id order by tenant_id limit 1)
      from written where written.tenant_id is not null
    )
    select tenant_id as tenant from written where tenant_id is not null
    union select tenant_id from audit_chain
    union select tenant_id from audit_cut
    order by tenant`.execute(db)
  return rows.map(({ tenant }) => tenant)
}

type Break = Omit<BrokenLink, 'tenant'>

/** The result of verifying one chain. */
export interface VerifiedChain {
  events: number
  /** The last valid link. */
  through: ChainPosition
  broken?: Break
}

/** Recomputes one chain in one snapshot of the database, optionally starting at a link that was verified before. */
export const verifyTenant = (
  db: Database,
  tenant: string,
  { from, batch = 10_000 }: { from?: ChainPosition; batch?: number } = {},
): Promise<VerifiedChain> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((transaction) => verifyChain(transaction, tenant, batch, from))

async function verifyChain(
  db: Transaction,
  tenant: string,
  batch: number,
  from?: ChainPosition,
): Promise<VerifiedChain> {
  const cut = await db.selectFrom('audit_cut').selectAll().where('tenant_id', '=', tenant).executeTakeFirst()
  const head = await db.selectFrom('audit_chain').selectAll().where('tenant_id', '=', tenant).executeTakeFirst()
  const begin: ChainPosition = cut ?? { sequence: 0, hash: Buffer.alloc(0) }
  let position: ChainPosition = from && from.sequence > begin.sequence ? from : begin
  let events = 0
  if (position === from && !(await isLink(db, tenant, from)))
    return { events, through: begin, broken: { sequence: from.sequence, reason: 'it is not what was written' } }
  for (;;) {
    const checked = await checkBatch(db, tenant, position, batch)
    events += checked.events
    if (checked.broken !== null) {
      const reason = checked.gap ? 'the event before it is missing' : 'it is not what was written'
      return { events, through: position, broken: { sequence: checked.broken, reason } }
    }
    if (checked.last === null || checked.hash === null) break
    position = { sequence: checked.last, hash: checked.hash }
  }
  if (!head)
    return { events, through: position, broken: { sequence: position.sequence, reason: 'the chain has no head' } }
  if (head.sequence !== position.sequence || !head.hash.equals(position.hash)) {
    return {
      events,
      through: position,
      broken: { sequence: position.sequence + 1, reason: `the chain ends before its head (${head.sequence})` },
    }
  }
  if (cut && !(await isCutRecorded(db, tenant, cut))) {
    return {
      events,
      through: position,
      broken: { sequence: cut.sequence + 1, reason: 'no event tells of the removal of those before it' },
    }
  }
  return { events, through: position }
}

/** Is the link unchanged since it was verified? */
async function isLink(db: Transaction, tenant: string, { sequence, hash }: ChainPosition): Promise<boolean> {
  const link = await db
    .selectFrom('audit_event')
    .select('hash')
    .where('tenant_id', '=', tenant)
    .where('sequence', '=', sequence)
    .executeTakeFirst()
  return link?.hash.equals(hash) === true
}

async function checkBatch(
  db: Transaction,
  tenant: string,
  { sequence, hash }: ChainPosition,
  batch: number,
): Promise<Batch> {
  const { rows } = await sql<Batch>`
    with slice as (
      select event as whole, event.sequence, event.hash from audit_event as event
      where event.tenant_id = ${tenant} and event.sequence > ${sequence}
      order by event.sequence limit ${batch}
    ), link as (
      select slice.sequence, slice.hash,
        coalesce(lag(slice.sequence) over chain, ${sequence}::bigint) + 1 as expected,
        audit_digest(coalesce(lag(slice.hash) over chain, ${hash}), slice.whole) as digest
      from slice window chain as (order by slice.sequence)
    ), broken as (
      select sequence, sequence <> expected as gap from link
      where sequence <> expected or hash is distinct from digest order by sequence limit 1
    )
    select count(*) as events, max(link.sequence) as last,
      (array_agg(link.hash order by link.sequence desc))[1] as hash,
      (select sequence from broken) as broken, coalesce((select gap from broken), false) as gap
    from link`.execute(db)
  return rows[0] ?? { events: 0, last: null, hash: null, broken: null, gap: false }
}

/** Retention records each cut as an event of the chain itself. */
async function isCutRecorded(db: Transaction, tenant: string, { sequence, hash }: ChainPosition): Promise<boolean> {
  const event = await db
    .selectFrom('audit_event')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('action', '=', retentionAction)
    .where(sql<boolean>`after = ${JSON.stringify({ sequence, hash: hash.toString('hex') })}::jsonb`)
    .executeTakeFirst()
  return event !== undefined
}

/** The action of the event that records a cut. */
export const retentionAction = 'audit.retain'
