import type { Person } from '@lintel/contract/people/permissions'
import { administersFrom, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { Project } from '@lintel/contract/projects/projects'
import { type Expression, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'
import type { DB } from '../../platform/database.types'
import type { PageStep } from '../../platform/paging'

type Db = Database | Transaction

/** A membership whose end date has not passed, by the database's clock (security G6, K7). */
export const isLiving = (membership: string): RawBuilder<SqlBool> => {
  const expiration = sql.ref(`${membership}.expiration_date`)
  const until = sql.ref(`${membership}.access_until`)
  return sql<SqlBool>`(${expiration} is null or ${expiration} > now()) and (${until} is null or ${until} > now())`
}

type ProjectRow = Selectable<DB['project']>

const everyProject = sql<ProjectRow>`project`.as('project')

/** Where {@link projectsBeside} takes projects from. */
export type ProjectSource = typeof everyProject

/**
 * Projects, each beside what the person is there: `membership` while it is living, and `administration` when they
 * administer its customer. A guest session reaches nothing through customers.
 */
export const projectsBeside = (db: Db, actor: Person, projects: ProjectSource = everyProject) =>
  db
    .selectFrom(projects)
    .leftJoin('project_member as membership', (join) =>
      join
        .onRef('membership.project_id', '=', 'project.id')
        .on('membership.user_id', '=', actor.id)
        .on(isLiving('membership')),
    )
    .leftJoin('customer_admin as administration', (join) =>
      join
        .onRef('administration.customer_id', '=', 'project.customer_id')
        .on('administration.user_id', '=', actor.id)
        .on(sql<SqlBool>`${sql.lit(actor.guestOf === null)}`),
    )

const isMember = sql<SqlBool>`membership.user_id is not null`
const isAdministrator = sql<SqlBool>`administration.user_id is not null`

const readsAsApiUser = (actor: Person) => sql<SqlBool>`exists (
  select from customer_api_user as reader where reader.customer_id = project.customer_id and reader.user_id = ${actor.id})`

/** Beside {@link projectsBeside}: the projects that the person may see. Deleted ones only administrators and staff. */
export function isSeen(actor: Person): Expression<SqlBool> {
  if (actor.guestOf !== null)
    return sql<SqlBool>`(project.id = ${actor.guestOf} and ${isMember} and not project.is_inactive)`
  if (actor.isStaff) return sql<SqlBool>`true`
  return sql<SqlBool>`(${isAdministrator} or (not project.is_inactive and (${isMember} or ${readsAsApiUser(actor)})))`
}

/** Beside {@link projectsBeside}: the projects that the person can enter, as member or administrator of the customer. */
export function isEntered(actor: Person): Expression<SqlBool> {
  const own = sql<SqlBool>`(${isAdministrator} or (${isMember} and not project.is_inactive))`
  return actor.guestOf === null ? own : sql<SqlBool>`(project.id = ${actor.guestOf} and ${own})`
}

/** Beside {@link projectsBeside}: the projects that the person administers. */
export const isAdministered: Expression<SqlBool> = sql<SqlBool>`(${isAdministrator} or (
  not project.is_inactive and membership.privilege_level >= ${sql.lit(administersFrom)}))`

/** The person's own level in a project of {@link projectsBeside}; null where they are neither member nor administrator. */
export const ownLevel = sql<Project['privilegeLevel']>`greatest(
  membership.privilege_level, case when ${isAdministrator} then ${sql.lit(privilegeLevel.customerAdmin)} end)`

/** True where the person administers the project's customer. */
export const administersCustomer = (actor: Person): RawBuilder<SqlBool> =>
  actor.isStaff ? sql<SqlBool>`true` : isAdministrator

/**
 * Only projects that the person may have to do with, found by index from the person's side: a condition that makes no
 * difference to what {@link isSeen} lets through, but keeps a list from looking at everybody's projects.
 */
export const isWithinReach = (actor: Person): Expression<SqlBool> => sql<SqlBool>`project.id in (
  select own.project_id from project_member as own where own.user_id = ${actor.id}
  union all
  select theirs.id from project as theirs where theirs.customer_id in (
    select customer_id from customer_admin where user_id = ${actor.id}
    union all
    select customer_id from customer_api_user where user_id = ${actor.id}))`

/**
 * For {@link projectsBeside}, the projects within reach that a list is narrowed to: those of each customer that the person
 * reads, and their own beside these. For a page of it, no more of each customer than the page has, in the order of an
 * index, so that a page costs the same however many projects there are.
 */
export function projectsWithinReach(actor: Person, narrowed: Expression<SqlBool>, page?: PageStep): ProjectSource {
  const administers = actor.guestOf === null ? actor.administers : []
  const readsFor = actor.guestOf === null ? actor.readsFor : []
  const end = page ? sql`and ${page.beyond ?? sql`true`} order by ${page.order} limit ${page.limit}` : sql``
  const part = (theirs: RawBuilder<unknown>) => sql`(select * from project where ${theirs} and ${narrowed} ${end})`
  const administered = administers.map((id) => part(sql`customer_id = ${id}`))
  const read = readsFor
    .filter((id) => !administers.includes(id))
    .map((id) => part(sql`customer_id = ${id} and not is_inactive`))
  const own = sql`(
    select project.* from project_member as own join project on project.id = own.project_id
    where own.user_id = ${actor.id} and project.customer_id <> all(${[...administers, ...readsFor]}::uuid[]) and ${narrowed})`
  return sql<ProjectRow>`(${sql.join([...administered, ...read, own], sql` union all `)})`.as('project')
}
