import type { ChangeTold } from '@lintel/contract/settings/events'
import { sql } from 'kysely'
import type { Database, Transaction } from '../database'
import { changedMore, mostTold, wasTold } from './told-changes'

/** How far back it is looked for what somebody missed, in events of the customer's trail. */
const mostLookedAt = 10_000

/** The place of the last event in a customer's history, 0 where nothing has happened. */
export async function lastSequence(db: Database | Transaction, customer: string): Promise<number> {
  const chain = await db
    .selectFrom('audit_chain')
    .select('sequence')
    .where('tenant_id', '=', customer)
    .executeTakeFirst()
  return Number(chain?.sequence ?? 0)
}

/**
 * The place in a customer's history before the first change that began at `moment` or later; the last place when there is none. Where
 * more changes began than are looked at, it is some place that is too far back.
 */
export async function sequenceBefore(db: Database, customer: string, moment: number): Promise<number> {
  const last = await lastSequence(db, customer)
  const { first } = await db
    .selectFrom((late) =>
      late
        .selectFrom('audit_event')
        .select('sequence')
        .where('tenant_id', '=', customer)
        .where('occurred_at', '>=', new Date(moment).toISOString())
        .orderBy('occurred_at')
        .limit(sql.lit(mostLookedAt + 1))
        .as('late'),
    )
    .select(({ fn }) => fn.min('late.sequence').as('first'))
    .executeTakeFirstOrThrow()
  return first === null ? last : Number(first) - 1
}

/** Those of the types of which something was changed in any customer since a moment. */
export async function changedSince(db: Database, types: readonly string[], moment: number): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select asked.type from unnest(${[...types]}::text[]) as asked (type) where exists (
      select from audit_event as event where event.occurred_at >= ${new Date(moment).toISOString()}
        and ((event.target_type = asked.type and ${wasTold}) or ${changedMore}))`.execute(db)
  return rows.map(({ type }) => type)
}

/** Where the histories of these customers stand. */
export async function lastSequences(db: Database, customers: readonly string[]): Promise<Map<string, number>> {
  const chains = await db
    .selectFrom('audit_chain')
    .select(['tenant_id', 'sequence'])
    .where('tenant_id', '=', sql<string>`any(${customers}::uuid[])`)
    .execute()
  return new Map(chains.map(({ tenant_id, sequence }) => [tenant_id, Number(sequence)]))
}

/** What was told in a customer since a place in its history; `changes` is undefined where it is too much to tell. */
export interface Missed {
  until: number
  /** Each with its place, in their order. */
  changes: readonly (ChangeTold & { sequence: number })[] | undefined
}

/** What was changed in it: in the whole customer, or in one of its projects and its memberships. */
interface Told {
  customer: string
  project?: string | undefined
}

/** Where the history stands is read first: what is committed in between is told twice rather than never. */
export async function missedSince(db: Database, { customer, project }: Told, after: number): Promise<Missed> {
  const until = await lastSequence(db, customer)
  if (after === until) return { until, changes: [] }
  if (after > until || until - after > mostLookedAt) return { until, changes: undefined }
  const { rows } = await sql<{ sequence: string; type: string; id: string | null; more: boolean }>`
    select event.sequence, event.target_type as type, event.target_id as id, ${changedMore} as more from audit_event as event
    where event.tenant_id = ${customer} and event.sequence > ${after} and event.sequence <= ${until} and ${wasTold}
      and ${project === undefined ? sql`true` : isAboutProject(project)}
    order by event.sequence limit ${mostTold + 1}`.execute(db)
  if (rows.length > mostTold || rows.some(({ more }) => more)) return { until, changes: undefined }
  const changed = new Map<string, ChangeTold & { sequence: number }>()
  for (const { sequence, type, id } of rows) {
    const record = JSON.stringify([type, id])
    // Told once, at the place of its last change.
    changed.delete(record)
    changed.set(record, { type, id, version: null, sequence: Number(sequence) })
  }
  return { until, changes: [...changed.values()] }
}

/** True for an event about the project, one of its memberships, or a bulk act that changed some of them. */
const isAboutProject = (project: string) => sql`(
  event.target_type = 'projects' and event.target_id = ${project}
  or event.target_type = 'project-members' and starts_with(event.target_id, ${`${project}.`})
  or ${changedMore} and exists (select from change_set_row as row
    where row.change_set_id = event.target_id::uuid and row.project_id = ${project} and row.outcome = 'change'))`
