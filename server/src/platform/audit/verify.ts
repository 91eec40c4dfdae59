import { sql } from 'kysely'
import type { Database, Transaction } from '../database'
import { verifyRows } from './verify-rows'

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

/** Links that are read at a time, each time in a snapshot of their own. */
const linksAtATime = 2_000

/**
 * Recomputes every chain from its beginning, `batch` events at a time, while events may be appended. Detects changed, removed and added
 * links, an end that was removed after a check had read it, and rows of change sets that are not those of their events, but not a chain that was
 * rewritten completely, including what checks stored.
 */
export async function verifyAudit(db: Database, batch = linksAtATime): Promise<Verification> {
  const result: Verification = { tenants: 0, events: 0, broken: [] }
  for (const tenant of await tenantsOf(db)) {
    result.tenants++
    const { events, broken } = await verifyChain(db, tenant, { batch })
    result.events += events
    if (broken) result.broken.push({ tenant, ...broken })
  }
  return result
}

/** Tenants with events, a chain head, a cut or a check: a tenant that lacks one of the others has a broken chain as well. */
export async function tenantsOf(db: Database): Promise<string[]> {
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
    union select tenant_id from audit_check
    order by tenant`.execute(db)
  return rows.map(({ tenant }) => tenant)
}

export type Break = Omit<BrokenLink, 'tenant'>

/** The result of verifying one chain. */
export interface VerifiedChain {
  events: number
  /** Rows of change sets that were compared with the digests in the chain. */
  rows: number
  /** The last valid link. */
  through: ChainPosition
  broken?: Break
  /** It was stopped before the end of the chain. */
  isStopped?: true
}

interface Verifying {
  /** A link that was verified before; without it, the chain is read from its beginning. */
  from?: ChainPosition | undefined
  batch?: number | undefined
  /** Called with what was read so far after each batch but the last; false stops. */
  onBatch?: (read: Pick<VerifiedChain, 'through' | 'rows'>) => Promise<boolean>
}

/** Recomputes the links of a chain up to its end, and the digests in it. */
export async function verifyChain(
  db: Database,
  tenant: string,
  { from, batch = linksAtATime, onBatch = async () => true }: Verifying = {},
): Promise<VerifiedChain> {
  let through = from ?? { sequence: 0, hash: Buffer.alloc(0) }
  let [events, rows] = [0, 0]
  for (;;) {
    const read = await readLinks(db, tenant, { after: through, batch })
    through = read.through
    events += read.events
    rows += read.rows
    if (read.broken) return { events, rows, through, broken: read.broken }
    if (read.isEnd) return { events, rows, through }
    if (!(await onBatch({ through, rows }))) return { events, rows, through, isStopped: true }
  }
}

/** Recomputes the next links of a chain and the digests in them in one snapshot, and at its end what closes it. */
const readLinks = (
  db: Database,
  tenant: string,
  { after, batch }: { after: ChainPosition; batch: number },
): Promise<VerifiedChain & { isEnd: boolean }> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const cut = await snapshot.selectFrom('audit_cut').selectAll().where('tenant_id', '=', tenant).executeTakeFirst()
      const through = cut && cut.sequence > after.sequence ? cut : after
      const lost = await findLostLink(snapshot, tenant)
      if (lost) return { events: 0, rows: 0, through, broken: lost, isEnd: true }
      const { events, last, hash, broken, gap } = await checkBatch(snapshot, tenant, through, batch)
      if (broken !== null) {
        const reason = gap ? 'the event before it is missing' : 'it is not what was written'
        return { events, rows: 0, through, broken: { sequence: broken, reason }, isEnd: true }
      }
      const end = last === null || hash === null ? through : { sequence: last, hash }
      const { rows, broken: altered } = await verifyRows(snapshot, tenant, {
        after: through.sequence,
        through: end.sequence,
      })
      if (altered) return { events, rows, through, broken: altered, isEnd: true }
      if (events === batch) return { events, rows, through: end, isEnd: false }
      const atEnd =
        (await findBrokenEnd(snapshot, tenant, end)) ?? (cut && (await findUntoldCut(snapshot, tenant, cut)))
      return { events, rows, through: end, isEnd: true, ...(atEnd && { broken: atEnd }) }
    })

/** The link up to which a check has read the chain, where it is not there any more as it was read. Retention may have removed it. */
async function findLostLink(db: Transaction, tenant: string): Promise<Break | undefined> {
  const { rows } = await sql<{ sequence: number; isMissing: boolean }>`
    select checked.sequence, event.sequence is null as "isMissing" from audit_check as checked
    left join audit_event as event on event.tenant_id = checked.tenant_id and event.sequence = checked.sequence
    where checked.tenant_id = ${tenant} and event.hash is distinct from checked.hash
      and checked.sequence > coalesce((select sequence from audit_cut where tenant_id = checked.tenant_id), 0)`.execute(
    db,
  )
  const [lost] = rows
  return (
    lost && {
      sequence: lost.sequence,
      reason: lost.isMissing ? 'it was verified before and is missing' : 'it is not what was written',
    }
  )
}

/** What is wrong where the events of a chain end at this position. */
async function findBrokenEnd(db: Transaction, tenant: string, end: ChainPosition): Promise<Break | undefined> {
  const head = await db.selectFrom('audit_chain').selectAll().where('tenant_id', '=', tenant).executeTakeFirst()
  if (!head) return { sequence: end.sequence, reason: 'the chain has no head' }
  if (head.sequence === end.sequence && head.hash.equals(end.hash)) return undefined
  return { sequence: end.sequence + 1, reason: `the chain ends before its head (${head.sequence})` }
}

async function findUntoldCut(db: Transaction, tenant: string, cut: ChainPosition): Promise<Break | undefined> {
  if (await isCutRecorded(db, tenant, cut)) return undefined
  return { sequence: cut.sequence + 1, reason: 'no event tells of the removal of those before it' }
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
