import { satisfiedMethods } from '@lintel/contract/customers/login-methods'
import { isStaff, type Person, withAnyLoginMethod } from '@lintel/contract/people/permissions'
import { minAdminLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type Project, purgedAfterDays } from '@lintel/contract/projects/projects'
import { type Expression, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { isExcludedByPolicy, ownId, roleRowsFor } from '../../customers/customers/customer-rights.store'
import { effectiveLevelOf } from '../../people/members/effective-level.store'
import { isActive } from '../../people/members/membership-end.store'
import type { Database } from '../../platform/database'
import type { DB } from '../../platform/database.types'
import type { PageQuery } from '../../platform/paging'
import { loginMethodRequired } from '../../platform/refusal'
import { isUuid } from '../../platform/rows'

/** Whether a membership grants access: active, and its email address is proven (contract §6). */
export const grantsAccess = (membership: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(not ${sql.ref(`${membership}.awaits_proof`)} and ${isActive(membership)})`

/** A row of `project`. */
export type ProjectRow = Selectable<DB['project']>
type Membership = Pick<
  Selectable<DB['project_member']>,
  'project_id' | 'user_id' | 'privilege_level' | 'providers' | 'awaits_proof' | 'last_opened_at'
>

/**
 * Memberships that determine the person's rights: the stored ones, or for an API token the content rights of an administrator in its
 * customer's projects.
 */
function membershipsFor({ id, apiToken }: Person): RawBuilder<Membership> {
  if (!apiToken) return sql<Membership>`project_member`
  const hasContentScope = apiToken.scopes.includes('content:write')
  return sql<Membership>`(
    select held.id as project_id, ${id}::uuid as user_id, ${sql.lit(privilegeLevel.admin)}::smallint as privilege_level,
      '{}'::text[] as providers, false as awaits_proof, null::timestamptz as last_opened_at,
      null::timestamptz as expiration_date, null::timestamptz as access_until
    from project as held where held.customer_id = ${apiToken.customer} and ${sql.lit(hasContentScope)})`
}

const everyProject = sql<ProjectRow>`project`.as('project')

/** Source of the projects of {@link projectsWithRights}. */
export type ProjectSource = typeof everyProject

/**
 * Projects joined with the person's rights: `membership` while it grants access, and `administration` if they administer the customer. A
 * guest session has no rights through customers.
 */
export const projectsWithRights = (db: Database, actor: Person, projects: ProjectSource = everyProject) =>
  db
    .selectFrom(projects)
    .leftJoin(membershipsFor(actor).as('membership'), (join) =>
      join
        .onRef('membership.project_id', '=', 'project.id')
        .on('membership.user_id', '=', actor.id)
        .on(grantsAccess('membership')),
    )
    .leftJoin(roleRowsFor(actor, 'customer_admin').as('administration'), (join) =>
      join
        .onRef('administration.customer_id', '=', 'project.customer_id')
        .on('administration.user_id', '=', actor.id)
        .on('administration.awaits_proof', '=', false)
        .on(sql<SqlBool>`${sql.lit(actor.guestOf === null)}`),
    )

/**
 * Whether the session's login method opens a `project`: by the person's own membership list, else the project's, else the customer's;
 * without a list it is open. Few have lists, so the query uses the indexes of those.
 */
export function isOpenTo(actor: Pick<Person, 'id' | 'loginMethod' | 'tooOldFor'>): RawBuilder<SqlBool> {
  const { id, loginMethod } = actor
  if (loginMethod === null) return sql<SqlBool>`true`
  const methods = sql`${[...satisfiedMethods(loginMethod)]}::text[]`
  const exemption = sql`select from project_member as exempted
    where exempted.project_id = project.id and exempted.user_id = ${id} and exempted.providers <> '{}' and ${grantsAccess('exempted')}`
  // Evaluated once per statement: if no list can apply to the person, each project costs one comparison.
  const noExemption = sql`(select not exists (
    select from project_member as other where other.user_id = ${id} and other.providers <> '{}'))`
  const noClosedCustomer = sql`(select not exists (
    select from customer as other where (other.providers <> '{}' and not other.providers && ${methods})
      or ${isExcludedByPolicy(actor, 'other')}))`
  return sql<SqlBool>`(case
    when cardinality(project.providers) = 0 and ${noExemption} and ${noClosedCustomer} then true
    when exists (select from customer as strict where strict.id = project.customer_id and ${isExcludedByPolicy(actor, 'strict')})
      then false
    when exists (${exemption}) then exists (${exemption} and exempted.providers && ${methods})
    when project.providers <> '{}' then project.providers && ${methods}
    else not exists (select from customer as closed
      where closed.id = project.customer_id and closed.providers <> '{}' and not closed.providers && ${methods})
  end)`
}

/**
 * Ids of projects that the session's login method does not open although it opens their customers: projects or memberships with a list of
 * their own.
 */
export const closedProjects = (actor: Person, ...customers: readonly string[]): RawBuilder<unknown> =>
  actor.loginMethod === null
    ? sql`(select null::uuid where false)`
    : sql`(
        select project.id from project
          where project.customer_id = any(${customers}::uuid[]) and project.providers <> '{}' and not ${isOpenTo(actor)}
        union all
        select project.id from project_member as own join project on project.id = own.project_id
          where own.user_id = ${actor.id} and own.providers <> '{}' and project.customer_id = any(${customers}::uuid[])
            and not ${isOpenTo(actor)})`

/** Number of the customer's projects that its lists and exports omit because of the login method. */
export async function omittedProjects(db: Database, actor: Person, customer: string): Promise<number> {
  const { rows } = await sql<{ omitted: number }>`
    select count(*)::int as omitted from project
    where project.id in ${closedProjects(actor, customer)} and not project.is_inactive`.execute(db)
  return rows[0]?.omitted ?? 0
}

/** In a query from {@link projectsWithRights}: the login methods that open the project; empty means any. */
const openingMethods = sql<string[]>`(
  select customer_login_methods(
    coalesce(nullif(membership.providers, '{}'), nullif(project.providers, '{}'), tenant.providers), tenant.second_factor_from)
  from customer as tenant where tenant.id = project.customer_id)`

/**
 * In a query from {@link projectsWithRights}: the login methods that would open a closed project, empty if signing in again would; null if
 * it is open.
 */
export const missingMethods = (actor: Person): RawBuilder<string[] | null> =>
  actor.tooOldFor?.length
    ? sql<string[] | null>`case
        when project.customer_id = any(${[...actor.tooOldFor]}::uuid[]) then '{}'::text[]
        when not ${isOpenTo(actor)} then ${openingMethods} end`
    : sql<string[] | null>`case when not ${isOpenTo(actor)} then ${openingMethods} end`

const isMember = sql<SqlBool>`membership.user_id is not null`
const isAdministrator = sql<SqlBool>`administration.user_id is not null`

const readsAsApiUser = (actor: Person) => sql<SqlBool>`exists (
  select from ${roleRowsFor(actor, 'customer_api_user')} as reader where reader.customer_id = project.customer_id and reader.user_id = ${actor.id}
    and not reader.awaits_proof)`

/**
 * In a query from {@link projectsWithRights}: projects that the person may see. Deleted ones are visible to administrators, staff and,
 * until the purge, the owner.
 */
export const isVisibleTo = (actor: Person): Expression<SqlBool> =>
  sql<SqlBool>`(${isVisibleByAnyMethod(actor)} and ${isOpenTo(actor)})`

function isVisibleByAnyMethod(actor: Person): RawBuilder<SqlBool> {
  if (actor.guestOf !== null)
    return sql<SqlBool>`(project.id = ${actor.guestOf} and ${isMember} and not project.is_inactive)`
  if (actor.isStaff) return sql<SqlBool>`true`
  return sql<SqlBool>`(${isAdministrator} or (${isMember} and ${isRestorable})
    or (not project.is_inactive and (${isMember} or ${readsAsApiUser(actor)})))`
}

/** In a query from {@link projectsWithRights}: whether the owner may still restore the project (contract §6). */
const isRestorable = sql<SqlBool>`membership.privilege_level = ${sql.lit(privilegeLevel.owner)}
  and project.deleted_at > now() - make_interval(days => ${sql.lit(purgedAfterDays)})`

/**
 * In a query from {@link projectsWithRights}: projects that the person can enter as member or administrator of the customer, by this or
 * another login method ({@link missingMethods}).
 */
export function isEnterable(actor: Person): Expression<SqlBool> {
  const ownProjects = sql<SqlBool>`(${isAdministrator} or (${isMember} and not project.is_inactive))`
  return actor.guestOf === null ? ownProjects : sql<SqlBool>`(project.id = ${actor.guestOf} and ${ownProjects})`
}

/** In a query from {@link projectsWithRights}: projects that the person administers; none in a guest session. */
export const isAdministered = (actor: Person): Expression<SqlBool> =>
  actor.guestOf === null
    ? sql<SqlBool>`((${isAdministrator} or (
      not project.is_inactive and membership.privilege_level >= ${sql.lit(minAdminLevel)})) and ${isOpenTo(actor)})`
    : sql<SqlBool>`false`

/** The person's own level in a project of {@link projectsWithRights}; null if they are neither member nor administrator. */
export const ownLevel = effectiveLevelOf<Project['privilegeLevel']>(
  sql.ref('membership.privilege_level'),
  isAdministrator,
)

/** Whether the person administers the project's customer. */
export const administersCustomer = (actor: Person): RawBuilder<SqlBool> =>
  actor.isStaff ? sql<SqlBool>`true` : isAdministrator

/** Finds a project that the person administers, directly or through its customer, with the customer's id. */
export const findAdministeredProject = async (
  db: Database,
  actor: Person,
  id: string,
): Promise<{ id: string; customer: string } | undefined> =>
  isUuid(id)
    ? projectsWithRights(db, actor)
        .select(['project.id', 'project.customer_id as customer'])
        .where('project.id', '=', id)
        .where(isStaff(actor) ? sql<SqlBool>`true` : isAdministered(actor))
        .executeTakeFirst()
    : undefined

/**
 * Throws 403 `loginMethodRequired` if another login method would show the project. Call it when nothing was found, before responding 404.
 */
export async function assertLoginMethod(db: Database, actor: Person, project: string): Promise<void> {
  const methods = await requiredLoginMethods(db, actor, project)
  if (methods) throw loginMethodRequired(methods)
}

/** The login methods that would show the person a project which this session cannot see. */
export async function requiredLoginMethods(
  db: Database,
  actor: Person,
  project: string,
): Promise<string[] | undefined> {
  if (actor.loginMethod === null || !isUuid(project)) return undefined
  const hidden = await projectsWithRights(db, actor)
    .where('project.id', '=', project)
    .where(isVisibleByAnyMethod(actor))
    .select(missingMethods(actor).as('methods'))
    .executeTakeFirst()
  return hidden?.methods ?? undefined
}

/**
 * Candidates for {@link isVisibleTo}, found by index from the person's side. Does not change the result, but keeps lists from scanning all
 * projects.
 */
export const isAccessible = (actor: Person): Expression<SqlBool> => sql<SqlBool>`project.id in (
  select own.project_id from project_member as own where own.user_id = ${ownId(actor)}
  union all
  select theirs.id from project as theirs where theirs.customer_id in (
    select customer_id from ${roleRowsFor(actor, 'customer_admin')} as administered where user_id = ${actor.id}
    union all
    select customer_id from ${roleRowsFor(actor, 'customer_api_user')} as served where user_id = ${actor.id}))`

/**
 * Customers that the person administers or reads with any login method: single projects of a customer closed to the session may be open.
 */
export function accessibleCustomers(actor: Person): Pick<Person, 'administers' | 'readsFor'> {
  if (actor.guestOf !== null) return { administers: [], readsFor: [] }
  const { administers, readsFor } = withAnyLoginMethod(actor)
  return { administers, readsFor: readsFor.filter((id) => !administers.includes(id)) }
}

/**
 * Source for {@link projectsWithRights}: accessible projects that match the condition, those of each customer that the person reads and
 * their own. For a page, each part is limited in index order, so that the cost does not depend on the number of projects.
 */
export function accessibleProjects(actor: Person, condition: Expression<SqlBool>, page?: PageQuery): ProjectSource {
  const { administers, readsFor } = accessibleCustomers(actor)
  const pageClause = page ? pageEnd(actor, page) : sql``
  const partOf = (isOfCustomer: RawBuilder<unknown>) =>
    sql`(select * from project where ${isOfCustomer} and ${condition} ${pageClause})`
  const administered = administers.map((id) => partOf(sql`customer_id = ${id}`))
  const read = readsFor.map((id) => partOf(sql`customer_id = ${id} and not is_inactive`))
  const ownProjects = sql`(
    select project.* from project_member as own join project on project.id = own.project_id
    where own.user_id = ${ownId(actor)} and project.customer_id <> all(${[...administers, ...readsFor]}::uuid[]) and ${condition})`
  return sql<ProjectRow>`(${sql.join([...administered, ...read, ownProjects], sql` union all `)})`.as('project')
}

const pageEnd = (actor: Person, { afterCursor, order, limit }: PageQuery) =>
  sql`and ${isOpenTo(actor)} and ${afterCursor ?? sql`true`} order by ${order} limit ${limit}`

/**
 * Source for {@link projectsWithRights}: one page of the matching projects, for a person who sees all that their login method opens. Joins
 * are evaluated for the page only.
 */
export const openProjectsPage = (actor: Person, condition: Expression<SqlBool>, page: PageQuery): ProjectSource =>
  sql<ProjectRow>`(select * from project where ${condition} ${pageEnd(actor, page)})`.as('project')

/**
 * As {@link openProjectsPage}, for sort orders with an index: only ids are read in the inner query, so that the planner uses the sorted
 * index even for few projects.
 */
export function indexedProjectsPage(actor: Person, condition: Expression<SqlBool>, page: PageQuery): ProjectSource {
  const chosen = sql`(select project.id from project where ${condition} ${pageEnd(actor, page)}) as chosen`
  const ordered = sql`order by ${page.order} limit ${page.limit}`
  return sql<ProjectRow>`(select project.* from ${chosen} join project on project.id = chosen.id ${ordered})`.as(
    'project',
  )
}

/** As {@link openProjectsPage}, filtered first and sorted afterwards: `offset 0` keeps the planner from scanning in sort order. */
export function filteredProjectsPage(actor: Person, condition: Expression<SqlBool>, page: PageQuery): ProjectSource {
  const found = sql`(select * from project where ${condition} offset 0) as project`
  return sql<ProjectRow>`(select * from ${found} where true ${pageEnd(actor, page)})`.as('project')
}
