import type { Person } from '@lintel/contract/people/permissions'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { ownId } from '../../customers/customers/customer-rights.store'
import type { Database, Transaction } from '../../platform/database'
import type { Ordering, PageStep } from '../../platform/paging'
import { uuidOrNil } from '../../platform/rows'
import { customersWithinReach, isActive, isOpenTo, type ProjectSource } from '../projects/project-rights.store'

/** Projects whose people may be others than when they were counted: somebody came, went or was given another end, or an end passed. */
const recounted = sql`(
  select changed.project_id from project_people_changed as changed
  union
  select ended.project_id from project_member as ended
  where least(ended.expiration_date, ended.access_until) > (select until from project_people_counted)
    and least(ended.expiration_date, ended.access_until) <= now())`

/** How many people are in a `project` now. */
const counted = sql`(select count(*) from project_member as member
  where member.project_id = project.id and ${isActive('member')})::integer`

/** How parts of a list are cut to a page; the list itself calls the number `project.num_users`. */
export const orderingOfPeople: Ordering = {
  columns: {
    name: sql.ref('project.name'),
    createdAt: sql.ref('project.created_at'),
    numUsers: sql.ref('people.num_users'),
  },
  id: sql.ref('people.project_id'),
  order: [],
}

/**
 * Projects beside the number of people who are in them now (`project.num_users`), for a page in the order of that number: those
 * of each customer that the person reads and their own beside these, as `projectsWithinReach` has them; for staff, and where
 * the person reads the customer that is asked for, its projects or all. What was counted and did not change since is taken
 * in the order of an index, no more of it than the page has; the rest is counted.
 */
export function projectsByPeople(
  actor: Person,
  { customer, readsAll, narrowed }: { customer: string | undefined; readsAll: boolean; narrowed: Expression<SqlBool> },
  step: PageStep,
): ProjectSource {
  const end = sql`and ${isOpenTo(actor)} and ${step.beyond ?? sql<SqlBool>`true`} order by ${step.order} limit ${step.limit}`
  const known = sql`select project.*, people.num_users
    from project_people as people join project on project.id = people.project_id`
  const part = (people: RawBuilder<unknown>, project: RawBuilder<unknown>) => [
    sql`(${known} where ${people} and people.project_id not in ${recounted} and ${project} and ${narrowed} ${end})`,
    sql`(select project.*, ${counted} from project where project.id in ${recounted} and ${project} and ${narrowed})`,
  ]
  const ofCustomer = (id: string, isShown: RawBuilder<unknown>) =>
    part(sql`people.customer_id = ${uuidOrNil(id)}`, sql`project.customer_id = ${uuidOrNil(id)} and ${isShown}`)
  const all = sql`true`
  if (readsAll) return union(customer === undefined ? part(all, all) : ofCustomer(customer, all))
  const { administers, readsFor } = customersWithinReach(actor)
  const own = sql`(
    select project.*, case when project.id in ${recounted} then ${counted} else people.num_users end
    from project_member as own join project on project.id = own.project_id
    join project_people as people on people.project_id = project.id
    where own.user_id = ${ownId(actor)} and project.customer_id <> all(${[...administers, ...readsFor]}::uuid[])
      and ${narrowed})`
  return union([
    ...administers.flatMap((id) => ofCustomer(id, all)),
    ...readsFor.flatMap((id) => ofCustomer(id, sql`not project.is_inactive`)),
    own,
  ])
}

const union = (parts: readonly RawBuilder<unknown>[]): ProjectSource =>
  sql`(${sql.join([...parts], sql` union all `)})`.as('project') as ProjectSource

/** Projects that are counted anew in one transaction. */
const mostAtOnce = 1_000

/**
 * Counts the people of some projects anew that changed, and of those where somebody's time ended; true when there may be more
 * that changed. One after the other: each has to know until when the one before counted.
 */
export const countPeople = (db: Database): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const { rows: held } = await sql<{ until: string; now: string }>`
      select until, greatest(until, clock_timestamp()) as now from project_people_counted for update`.execute(
      transaction,
    )
    const [moment] = held
    if (!moment) throw new Error('Nobody knows until when the people of projects are counted')
    const { rows: changed } = await sql<{ id: string }>`
      with due as (select distinct project_id from project_people_changed order by project_id limit ${mostAtOnce}),
      taken as (
        delete from project_people_changed as changed using due where changed.project_id = due.project_id)
      select project_id as id from due`.execute(transaction)
    const { rows: ended } = await sql<{ id: string }>`
      select distinct project_id as id from project_member
      where least(expiration_date, access_until) > ${moment.until}
        and least(expiration_date, access_until) <= ${moment.now}`.execute(transaction)
    const ids = [...new Set([...changed, ...ended].map(({ id }) => id))]
    // A statement of its own: it sees every change whose note the one before took away. Rows are locked in the order of their ids: locked
    // as they come, they could be held by this while somebody who moves several projects to another customer holds the next one.
    await sql`
      with differing as materialized (
        select people.project_id, found.num_users
        from (
          select wanted.id, (
            select count(*) from project_member as member where member.project_id = wanted.id
              and (member.expiration_date is null or member.expiration_date > ${moment.now})
              and (member.access_until is null or member.access_until > ${moment.now}))::integer as num_users
          from unnest(${ids}::uuid[]) as wanted (id)
        ) as found join project_people as people on people.project_id = found.id
        where people.num_users <> found.num_users
        order by people.project_id for no key update of people
      )
      update project_people as people set num_users = differing.num_users
      from differing where people.project_id = differing.project_id`.execute(transaction)
    await sql`update project_people_counted set until = ${moment.now}`.execute(transaction)
    return changed.length === mostAtOnce
  })

/** Projects that nobody is told to count anew, and of which another number of people is kept than they have. */
export async function differingPeople(
  db: Transaction,
): Promise<{ project: string; kept: number | null; counted: number }[]> {
  const { rows } = await sql<{ project: string; kept: number | null; counted: number }>`
    with moment as (select until, greatest(now(), until) as at from project_people_counted)
    select project.id as project, people.num_users as kept, found.counted
    from moment cross join project
    left join project_people as people on people.project_id = project.id
    cross join lateral (
      select count(*)::integer as counted from project_member as member where member.project_id = project.id
        and (member.expiration_date is null or member.expiration_date > moment.at)
        and (member.access_until is null or member.access_until > moment.at)) as found
    where people.num_users is distinct from found.counted
      and project.id not in (select project_id from project_people_changed)
      and not exists (
        select from project_member as ended where ended.project_id = project.id
          and least(ended.expiration_date, ended.access_until) > moment.until
          and least(ended.expiration_date, ended.access_until) <= moment.at)`.execute(db)
  return rows
}
