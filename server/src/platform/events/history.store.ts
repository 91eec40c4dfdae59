import type { PublishedChange } from '@lintel/contract/settings/events'
import { sql } from 'kysely'
import { instantOf } from '../clock'
import type { Database, Transaction } from '../database'
import { isPublishedEvent, maxPublishedChanges, requiresReload } from './published-changes'

/** Missed changes are read from at most this many of the latest events of a customer. */
const maxScannedEvents = 10_000

/**
 * Maximum time between the start and the commit of a bulk change, in milliseconds. The time of an event is when its change started, so that
 * a bulk change may have been committed after a moment although it is much older.
 */
const maxBulkMs = 600_000

/** The sequence number of the customer's last event, 0 if there is none. */
export async function lastSequence(db: Database | Transaction, customer: string): Promise<number> {
  const chain = await db
    .selectFrom('audit_chain')
    .select('sequence')
    .where('tenant_id', '=', customer)
    .executeTakeFirst()
  return Number(chain?.sequence ?? 0)
}

/**
 * The sequence number before the customer's first change at or after `moment`, or the last one if there is none. A bulk change that began
 * earlier counts too, if it may have been committed after `moment`. If more than {@link maxScannedEvents} changes began since, it may be an
 * earlier one.
 */
export async function sequenceBefore(db: Database, customer: string, moment: number): Promise<number> {
  const last = await lastSequence(db, customer)
  const { first, bulk } = await db
    .selectFrom((late) =>
      late
        .selectFrom('audit_event')
        .select('sequence')
        .where('tenant_id', '=', customer)
        .where('occurred_at', '>=', instantOf(moment))
        .orderBy('occurred_at')
        .limit(sql.lit(maxScannedEvents + 1))
        .as('late'),
    )
    .select(({ fn }) => [fn.min('late.sequence').as('first'), firstBulkChange(customer, moment).as('bulk')])
    .executeTakeFirstOrThrow()
  return Math.min(
    last,
    ...[first, bulk].filter((sequence) => sequence !== null).map((sequence) => Number(sequence) - 1),
  )
}

/**
 * SQL: the sequence number of the customer's first bulk change that began before `moment` and may have been committed after it. One that
 * precedes a single change of before `moment` in the chain was committed before that.
 */
const firstBulkChange = (customer: string, moment: number) => sql<string | null>`(
  select min(event.sequence) from audit_event as event
  where event.tenant_id = ${customer} and ${requiresReload}
    and event.occurred_at >= ${instantOf(moment - maxBulkMs)} and event.occurred_at < ${instantOf(moment)}
    and event.sequence > coalesce((
      select event.sequence from audit_event as event
      where event.tenant_id = ${customer} and event.occurred_at < ${instantOf(moment)} and not ${requiresReload}
      order by event.occurred_at desc limit 1), 0))`

/** Those of the types with a change in any customer since `moment`. */
export async function changedSince(db: Database, types: readonly string[], moment: number): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select asked.type from unnest(${[...types]}::text[]) as asked (type) where exists (
      select from audit_event as event where event.occurred_at >= ${instantOf(moment)}
        and ((event.target_type = asked.type and ${isPublishedEvent}) or ${requiresReload}))`.execute(db)
  return rows.map(({ type }) => type)
}

/** The last sequence number of each of these customers. */
export async function lastSequences(db: Database, customers: readonly string[]): Promise<Map<string, number>> {
  const chains = await db
    .selectFrom('audit_chain')
    .select(['tenant_id', 'sequence'])
    .where('tenant_id', '=', sql<string>`any(${customers}::uuid[])`)
    .execute()
  return new Map(chains.map(({ tenant_id, sequence }) => [tenant_id, Number(sequence)]))
}

/** The changes published in a customer since a sequence number; `changes` is undefined if there are too many to publish. */
export interface MissedChanges {
  until: number
  /** In order, each with its sequence number. */
  changes: readonly (PublishedChange & { sequence: number })[] | undefined
}

/** The scope of a subscription: a customer, or one of its projects with its memberships. */
interface ChangeScope {
  customer: string
  project?: string | undefined
}

/** The current sequence number is read first: a change committed in between is published twice rather than never. */
export async function missedSince(
  db: Database,
  { customer, project }: ChangeScope,
  after: number,
): Promise<MissedChanges> {
  const until = await lastSequence(db, customer)
  if (after === until) return { until, changes: [] }
  if (after > until || until - after > maxScannedEvents) return { until, changes: undefined }
  const { rows } = await sql<{ sequence: string; type: string; id: string | null; more: boolean }>`
    select event.sequence, event.target_type as type, event.target_id as id, ${requiresReload} as more from audit_event as event
    where event.tenant_id = ${customer} and event.sequence > ${after} and event.sequence <= ${until} and ${isPublishedEvent}
      and ${project === undefined ? sql`true` : isAboutProject(project)}
    order by event.sequence limit ${maxPublishedChanges + 1}`.execute(db)
  if (rows.length > maxPublishedChanges || rows.some(({ more }) => more)) return { until, changes: undefined }
  const changed = new Map<string, PublishedChange & { sequence: number }>()
  for (const { sequence, type, id } of rows) {
    const record = JSON.stringify([type, id])
    // Publish each record once, at the position of its last change.
    changed.delete(record)
    changed.set(record, { type, id, version: null, sequence: Number(sequence) })
  }
  return { until, changes: [...changed.values()] }
}

/** SQL condition: the event is about the project, one of its memberships, or a bulk change that affected them; one of the customer affects all. */
const isAboutProject = (project: string) => sql`(
  event.target_type = 'projects' and event.target_id = ${project}
  or event.target_type = 'project-members' and starts_with(event.target_id, ${`${project}.`})
  or ${requiresReload} and (event.target_type = 'customers' or exists (select from change_set_row as row
    where row.change_set_id = event.target_id::uuid and row.project_id = ${project} and row.outcome = 'change')))`
