import { describeStep } from '@lintel/contract/people/ad-import'
import type { ChangeSetRow, ChangeSetSummary } from '@lintel/contract/people/change-sets'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database'
import { isOpenTo } from '../../projects/projects/project-rights.store'
import type { PlannedChangeSet } from '../change-sets/engine/change-kind'
import { hasInStep } from '../change-sets/engine/change-set-rows.store'
import { isDomainInvitable } from '../users/addition-conflict.store'
import { levelAfter } from './write-plan.store'

/** The number of rows in the plan. */
export async function countPlanned(db: Transaction): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select ((select count(*) from planned_row) + (select count(*) from planned_membership))::int as total`.execute(db)
  return rows[0]?.total ?? 0
}

/** Stores the parts of the summary that only an import has, and the revision of the directory that it was planned from. */
export async function summarizePlan(
  db: Transaction,
  set: PlannedChangeSet,
  { domain, directoryRevision }: { domain: string; directoryRevision: number },
): Promise<void> {
  const removal = await countRemovals(db, set)
  const actions = await countActions(db)
  const summary = JSON.stringify({ removal, actions, domain })
  await sql`
    update change_set set summary = summary || ${summary}::jsonb, directory_revision = ${directoryRevision} where id = ${set.id}`.execute(
    db,
  )
}

/** The number of memberships to remove, and of all in the projects that the plan compares: deleted and closed ones are left out of both. */
async function countRemovals(
  db: Transaction,
  { customer, actor }: PlannedChangeSet,
): Promise<NonNullable<ChangeSetSummary['removal']>> {
  const { rows } = await sql<{ removed: number; of: number }>`
    select (select count(*)::int from planned_membership where outcome = 'change' and level = 0 and not goes_back) as removed,
      (select count(*)::int from project_member as member join project on project.id = member.project_id
        where member.customer_id = ${customer} and not project.is_inactive and ${isOpenTo(actor)}) as of`.execute(db)
  return rows[0] ?? { removed: 0, of: 0 }
}

interface Counted extends Pick<ChangeSetRow, 'outcome' | 'conflict' | 'before' | 'after' | 'object'> {
  count: number
}

/** The number of rows per type and action, grouped by what determines them. */
async function countActions(db: Transaction): Promise<NonNullable<ChangeSetSummary['actions']>> {
  const { rows } = await sql<Counted>`
    select outcome, case when outcome = 'conflict' then 'malformedRow' end as conflict,
      case when old is not null then jsonb_build_object('privilegeLevel', old) end as before,
      case when new is not null then jsonb_build_object('privilegeLevel', new) end as after,
      jsonb_strip_nulls(jsonb_build_object('type', type, 'group', case when has_group then '-' end, 'user', case when has_user then '-' end,
        'project', case when has_project then '-' end)) as object, sum(counted)::int as count
    from (
      select outcome, (before ->> 'privilegeLevel')::int as old, (after ->> 'privilegeLevel')::int as new, object ->> 'type' as type,
        ${hasInStep.group} as has_group, ${hasInStep.user} as has_user, ${hasInStep.project} as has_project, count(*) as counted
      from planned_row as row group by 1, 2, 3, 4, 5, 6, 7
      union all
      select outcome, privilege_level, ${levelAfter}, null, false, true, true, count(*) from planned_membership group by 1, 2, 3
    ) as each group by outcome, old, new, type, has_group, has_user, has_project`.execute(db)
  const counted = new Map<string, { type: string; action: string; count: number }>()
  for (const { count, ...row } of rows) {
    const { type, action } = describeStep({ ...row, number: 0, why: null, member: null, remains: false })
    const known = counted.get(`${type} ${action}`) ?? { type, action, count: 0 }
    counted.set(`${type} ${action}`, { ...known, count: known.count + count })
  }
  return [...counted.values()].toSorted((one, other) => other.count - one.count)
}

/** Whether people who gain their first access by the import are invited. */
export async function shouldInvite(db: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql<{ invite: boolean }>`
    select coalesce((summary ->> 'invite')::boolean, false) as invite from change_set where id = ${id}`.execute(db)
  return rows[0]?.invite ?? false
}

/** Whether the domain of the plan is still verified for its customer; locks the domain until this transaction ends. */
export async function isDomainVerified(
  db: Transaction,
  { id, customer }: { id: string; customer: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from customer_domain as bound join change_set as planned on planned.summary ->> 'domain' = bound.domain
    where planned.id = ${id} and bound.customer_id = ${customer} and bound.state = 'verified'
    for share of bound`.execute(db)
  return rows.length > 0
}

/** Whether the customer's invitation policy still allows people of the plan's domain. */
export async function isDomainInvited(
  db: Transaction,
  { id, customer }: { id: string; customer: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from change_set as planned
    where planned.id = ${id} and ${isDomainInvitable(customer, sql`'@' || (planned.summary ->> 'domain')`)}`.execute(db)
  return rows.length > 0
}

/** Raises memory and statement timeout: comparing 200,000 rows needs more than a request may use. */
export const allowLongWork = (db: Transaction) =>
  sql`select set_config('work_mem', '32MB', true), set_config('statement_timeout', '120s', true)`.execute(db)
