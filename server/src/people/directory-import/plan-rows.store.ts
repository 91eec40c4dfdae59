import { stepOf } from '@lintel/contract/people/ad-import'
import { type AdImportStep, importActionOf, importTypeOf } from '@lintel/contract/people/ad-import-step'
import type { ChangeSetRow, ChangeSetSummary } from '@lintel/contract/people/change-sets'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database'

/** How many rows the plan has. */
export async function countPlanned(db: Transaction): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from planned_row`.execute(db)
  return rows[0]?.total ?? 0
}

/** Rows that are written by one statement: what is done within a second. */
const rowsAtOnce = 10_000

/**
 * Writes the plan: numbered without gaps, errors first, then people, groups, who is in them, what they give, and who has what.
 * `told` hears how much of it is written.
 */
export async function writePlan(
  db: Transaction,
  id: string,
  total: number,
  told: (share: number) => Promise<void>,
): Promise<void> {
  await sql`
    create temporary table numbered_row on commit drop as
    select row_number() over (order by outcome <> 'conflict', outcome = 'same', rank, file nulls last, line nulls last,
      object ->> 'group', object ->> 'user', user_id, project_id)::int as number, planned_row.*
    from planned_row`.execute(db)
  await sql`create unique index on numbered_row (number)`.execute(db)
  for (let after = 0; after < total; after += rowsAtOnce) {
    await sql`
      insert into change_set_row (change_set_id, number, outcome, user_id, project_id, object, before, after, why, conflict, version,
        kept, follows)
      select ${id}, number, outcome, user_id, project_id, object, before, after, why, conflict, version, kept, follows
      from numbered_row where number > ${after} and number <= ${after + rowsAtOnce}`.execute(db)
    await told(Math.min(1, (after + rowsAtOnce) / total))
  }
}

/** What the summary of an import says beside the counts of every change set. */
export async function summarizePlan(db: Transaction, id: string, customer: string): Promise<void> {
  const removal = await removalOf(db, customer)
  const actions = await actionsOf(db)
  const summary = JSON.stringify({ removal, actions })
  await sql`update change_set set summary = summary || ${summary}::jsonb where id = ${id}`.execute(db)
}

async function removalOf(db: Transaction, customer: string): Promise<NonNullable<ChangeSetSummary['removal']>> {
  const { rows } = await sql<{ removed: number; of: number }>`
    select (select count(*)::int from planned_row where rank = 6 and outcome = 'change' and after is null) as removed,
      (select count(*)::int from project_member where customer_id = ${customer}) as of`.execute(db)
  return rows[0] ?? { removed: 0, of: 0 }
}

interface Counted extends Pick<ChangeSetRow, 'outcome' | 'conflict' | 'before' | 'after' | 'object'> {
  count: number
}

/** How many rows each type and each action has: counted by what decides them. */
async function actionsOf(db: Transaction): Promise<NonNullable<ChangeSetSummary['actions']>> {
  const { rows } = await sql<Counted>`
    select outcome, case when outcome = 'conflict' then 'malformedRow' end as conflict,
      case when old is not null then jsonb_build_object('privilegeLevel', old) end as before,
      case when new is not null then jsonb_build_object('privilegeLevel', new) end as after, object, count(*)::int as count
    from (
      select outcome, (before ->> 'privilegeLevel')::int as old, (after ->> 'privilegeLevel')::int as new,
        jsonb_strip_nulls(jsonb_build_object('type', object ->> 'type',
          'group', case when object ? 'group' or object -> 'given' ? 'group' then '-' end,
          'user', case when object ? 'user' or object -> 'given' ? 'email' or user_id is not null then '-' end,
          'project', case when project_id is not null or object -> 'given' ? 'project' then '-' end)) as object
      from planned_row
    ) as each group by outcome, old, new, object`.execute(db)
  const counted = new Map<string, { type: string; action: string; count: number }>()
  for (const { count, ...row } of rows) {
    const step: AdImportStep = stepOf({ ...row, number: 0, why: null, member: null, remains: false })
    const [type, action] = [importTypeOf(step), row.outcome === 'conflict' ? 'error' : importActionOf(step)]
    const known = counted.get(`${type} ${action}`) ?? { type, action, count: 0 }
    counted.set(`${type} ${action}`, { ...known, count: known.count + count })
  }
  return [...counted.values()].toSorted((one, other) => other.count - one.count)
}

/** Those whom the import gives their first access are invited. */
export async function isInviting(db: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql<{ invite: boolean }>`
    select coalesce((summary ->> 'invite')::boolean, false) as invite from change_set where id = ${id}`.execute(db)
  return rows[0]?.invite ?? false
}

/** Comparing two hundred thousand rows takes more memory and more time than what somebody waits for. */
export const longWork = (db: Transaction) =>
  sql`select set_config('work_mem', '32MB', true), set_config('statement_timeout', '120s', true)`.execute(db)
