import type { Person } from '@lintel/contract/people/permissions'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { ownId } from '../../customers/customers/customer-rights.store'
import { endOf, isActive } from '../../people/members/membership-end.store'
import type { Database, Transaction } from '../../platform/database'
import type { Ordering, PageQuery } from '../../platform/paging'
import { uuidOrNil } from '../../platform/rows'
import { accessibleCustomers, isOpenTo, type ProjectSource } from '../projects/project-rights.store'

/** Projects whose stored number of people may be outdated: memberships were added, removed or given another end date, or have ended. */
const outdatedProjects = sql`(
  select changed.project_id from project_people_changed as changed
  union
  select ended.project_id from project_member as ended
  where ${endOf('ended')} > (select until from project_people_counted)
    and ${endOf('ended')} <= now())`

/** Number of active members of a `project`. */
const counted = sql`(select count(*) from project_member as member
  where member.project_id = project.id and ${isActive('member')})::integer`

/** Ordering of the partial lists; the list itself reads the number as `project.num_users`. */
export const peopleOrdering: Ordering = {
  columns: {
    name: sql.ref('project.name'),
    createdAt: sql.ref('project.created_at'),
    numUsers: sql.ref('people.num_users'),
  },
  id: sql.ref('people.project_id'),
  order: [],
}

/**
 * Projects with their current number of people (`project.num_users`), for a page sorted by it: the projects of each customer that the
 * person reads and their own, as in `accessibleProjects`; for staff, and where the person reads the requested customer, all of it.
 * Up-to-date numbers are read in index order and limited to the page; outdated ones are counted.
 */
export function projectsByPeople(
  actor: Person,
  {
    customer,
    readsAll,
    condition,
  }: { customer: string | undefined; readsAll: boolean; condition: Expression<SqlBool> },
  step: PageQuery,
): ProjectSource {
  const pageEnd = sql`and ${isOpenTo(actor)} and ${step.afterCursor ?? sql<SqlBool>`true`} order by ${step.order} limit ${step.limit}`
  const countedProjects = sql`select project.*, people.num_users
    from project_people as people join project on project.id = people.project_id`
  const partsOf = (people: RawBuilder<unknown>, project: RawBuilder<unknown>) => [
    sql`(${countedProjects} where ${people} and people.project_id not in ${outdatedProjects} and ${project} and ${condition} ${pageEnd})`,
    sql`(select project.*, ${counted} from project where project.id in ${outdatedProjects} and ${project} and ${condition})`,
  ]
  const ofCustomer = (id: string, isShown: RawBuilder<unknown>) =>
    partsOf(sql`people.customer_id = ${uuidOrNil(id)}`, sql`project.customer_id = ${uuidOrNil(id)} and ${isShown}`)
  const all = sql`true`
  if (readsAll) return union(customer === undefined ? partsOf(all, all) : ofCustomer(customer, all))
  const { administers, readsFor } = accessibleCustomers(actor)
  const ownProjects = sql`(
    select project.*, case when project.id in ${outdatedProjects} then ${counted} else people.num_users end
    from project_member as own join project on project.id = own.project_id
    join project_people as people on people.project_id = project.id
    where own.user_id = ${ownId(actor)} and project.customer_id <> all(${[...administers, ...readsFor]}::uuid[])
      and ${condition})`
  return union([
    ...administers.flatMap((id) => ofCustomer(id, all)),
    ...readsFor.flatMap((id) => ofCustomer(id, sql`not project.is_inactive`)),
    ownProjects,
  ])
}

const union = (parts: readonly RawBuilder<unknown>[]): ProjectSource =>
  sql`(${sql.join([...parts], sql` union all `)})`.as('project') as ProjectSource

/** Changed projects processed in one transaction. */
const batchSize = 1_000

/**
 * Recounts one batch of changed projects, and all projects where a membership has ended since the last run; true if more may have changed.
 * Runs are serialized, because each starts at the time up to which the previous one counted.
 */
export const countPeople = (db: Database): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const { rows: cursors } = await sql<{ until: string; now: string }>`
      select until, greatest(until, clock_timestamp()) as now from project_people_counted for update`.execute(
      transaction,
    )
    const [cursor] = cursors
    if (!cursor) throw new Error('Nobody knows until when the people of projects are counted')
    const { rows: changed } = await sql<{ id: string }>`
      with due as (select distinct project_id from project_people_changed order by project_id limit ${batchSize}),
      taken as (
        delete from project_people_changed as changed using due where changed.project_id = due.project_id)
      select project_id as id from due`.execute(transaction)
    const { rows: ended } = await sql<{ id: string }>`
      select distinct project_id as id from project_member as member
      where ${endOf('member')} > ${cursor.until} and ${endOf('member')} <= ${cursor.now}`.execute(transaction)
    const ids = [...new Set([...changed, ...ended].map(({ id }) => id))]
    // A separate statement sees every change whose mark was deleted above. Rows are locked in id order, to avoid a deadlock with a
    // transaction that moves several projects to another customer.
    await sql`
      with differing as materialized (
        select people.project_id, found.num_users
        from (
          select wanted.id, (
            select count(*) from project_member as member where member.project_id = wanted.id
              and ${isActive('member', cursor.now)})::integer as num_users
          from unnest(${ids}::uuid[]) as wanted (id)
        ) as found join project_people as people on people.project_id = found.id
        where people.num_users <> found.num_users
        order by people.project_id for no key update of people
      )
      update project_people as people set num_users = differing.num_users
      from differing where people.project_id = differing.project_id`.execute(transaction)
    await sql`update project_people_counted set until = ${cursor.now}`.execute(transaction)
    return changed.length === batchSize
  })

/** Projects that are not marked for a recount but whose stored number of people is wrong. */
export async function findPeopleDifferences(
  db: Transaction,
): Promise<{ project: string; stored: number | null; counted: number }[]> {
  const { rows } = await sql<{ project: string; stored: number | null; counted: number }>`
    with moment as (select until, greatest(now(), until) as at from project_people_counted)
    select project.id as project, people.num_users as stored, found.counted
    from moment cross join project
    left join project_people as people on people.project_id = project.id
    cross join lateral (
      select count(*)::integer as counted from project_member as member where member.project_id = project.id
        and ${isActive('member', sql.ref('moment.at'))}) as found
    where people.num_users is distinct from found.counted
      and project.id not in (select project_id from project_people_changed)
      and not exists (
        select from project_member as ended where ended.project_id = project.id
          and ${endOf('ended')} > moment.until and ${endOf('ended')} <= moment.at)`.execute(db)
  return rows
}
