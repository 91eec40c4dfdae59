import { satisfiedMethods } from '@lintel/contract/customers/login-methods'
import { type Person, withAnyLoginMethod } from '@lintel/contract/people/permissions'
import { administersFrom, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type Project, purgedAfterDays } from '@lintel/contract/projects/projects'
import { type Expression, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { isExcludedByPolicy, officesFor, ownId } from '../../customers/customers/customer-rights.store'
import type { Database, Transaction } from '../../platform/database'
import type { DB } from '../../platform/database.types'
import type { PageStep } from '../../platform/paging'
import { loginMethodRequired } from '../../platform/refusal'
import { isUuid } from '../../platform/rows'

type Db = Database | Transaction

/** A membership whose end date has not passed, by the database's clock (security G6, K7). */
export const isActive = (membership: string): RawBuilder<SqlBool> => {
  const expiration = sql.ref(`${membership}.expiration_date`)
  const until = sql.ref(`${membership}.access_until`)
  return sql<SqlBool>`(${expiration} is null or ${expiration} > now()) and (${until} is null or ${until} > now())`
}

/** A membership that opens its project: living, and not given to a mailbox that is still to be proved (contract §6). */
export const isOpening = (membership: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(not ${sql.ref(`${membership}.awaits_proof`)} and ${isActive(membership)})`

/** A row of the table of projects. */
export type ProjectRow = Selectable<DB['project']>
type Membership = Pick<
  Selectable<DB['project_member']>,
  'project_id' | 'user_id' | 'privilege_level' | 'providers' | 'awaits_proof' | 'last_opened_at'
>

/**
 * The memberships that the person's rights come from: the stored ones, or what an API token may do with the content of its
 * customer's projects, as their administrators do.
 */
function membershipsFor({ id, apiToken }: Person): RawBuilder<Membership> {
  if (!apiToken) return sql<Membership>`project_member`
  const isHeld = apiToken.scopes.includes('content:write')
  return sql<Membership>`(
    select held.id as project_id, ${id}::uuid as user_id, ${sql.lit(privilegeLevel.admin)}::smallint as privilege_level,
      '{}'::text[] as providers, false as awaits_proof, null::timestamptz as last_opened_at,
      null::timestamptz as expiration_date, null::timestamptz as access_until
    from project as held where held.customer_id = ${apiToken.customer} and ${sql.lit(isHeld)})`
}

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
    .leftJoin(membershipsFor(actor).as('membership'), (join) =>
      join
        .onRef('membership.project_id', '=', 'project.id')
        .on('membership.user_id', '=', actor.id)
        .on(isOpening('membership')),
    )
    .leftJoin(officesFor(actor, 'customer_admin').as('administration'), (join) =>
      join
        .onRef('administration.customer_id', '=', 'project.customer_id')
        .on('administration.user_id', '=', actor.id)
        .on('administration.awaits_proof', '=', false)
        .on(sql<SqlBool>`${sql.lit(actor.guestOf === null)}`),
    )

/**
 * True for a `project` that the session's login method opens: by the list of the person's own membership, else the project's,
 * else the customer's; one without any list is open. Few have lists, so the database asks the indexes of those.
 */
export function isOpenTo(actor: Pick<Person, 'id' | 'loginMethod' | 'tooOldFor'>): RawBuilder<SqlBool> {
  const { id, loginMethod } = actor
  if (loginMethod === null) return sql<SqlBool>`true`
  const methods = sql`${[...satisfiedMethods(loginMethod)]}::text[]`
  const exemption = sql`select from project_member as exempted
    where exempted.project_id = project.id and exempted.user_id = ${id} and exempted.providers <> '{}' and ${isOpening('exempted')}`
  // Asked once a statement: where nothing is closed to anybody like this, a project costs one comparison.
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
 * Ids of the projects of customers that the session's login method does not open, where it opens the customers: those
 * with a list of their own, or where the person has one.
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

/** How many projects of a customer whose projects the person reads are left out of its lists and exports by the login method. */
export async function omittedProjects(db: Database, actor: Person, customer: string): Promise<number> {
  const { rows } = await sql<{ omitted: number }>`
    select count(*)::int as omitted from project
    where project.id in ${closedProjects(actor, customer)} and not project.is_inactive`.execute(db)
  return rows[0]?.omitted ?? 0
}

/** Beside {@link projectsBeside}: the login methods that open the project; none means any. */
const openingMethods = sql<string[]>`(
  select customer_login_methods(
    coalesce(nullif(membership.providers, '{}'), nullif(project.providers, '{}'), tenant.providers), tenant.second_factor_from)
  from customer as tenant where tenant.id = project.customer_id)`

/** Beside {@link projectsBeside}: the login methods that would open a project which the session's does not, none where a proof anew would; else null. */
export const missingMethods = (actor: Person): RawBuilder<string[] | null> =>
  actor.tooOldFor?.length
    ? sql<string[] | null>`case
        when project.customer_id = any(${[...actor.tooOldFor]}::uuid[]) then '{}'::text[]
        when not ${isOpenTo(actor)} then ${openingMethods} end`
    : sql<string[] | null>`case when not ${isOpenTo(actor)} then ${openingMethods} end`

const isMember = sql<SqlBool>`membership.user_id is not null`
const isAdministrator = sql<SqlBool>`administration.user_id is not null`

const readsAsApiUser = (actor: Person) => sql<SqlBool>`exists (
  select from ${officesFor(actor, 'customer_api_user')} as reader where reader.customer_id = project.customer_id and reader.user_id = ${actor.id}
    and not reader.awaits_proof)`

/** Beside {@link projectsBeside}: the projects that the person may see. Deleted ones only administrators, staff and, until the purge, the owner. */
export const isSeen = (actor: Person): Expression<SqlBool> =>
  sql<SqlBool>`(${isSeenByAnyMethod(actor)} and ${isOpenTo(actor)})`

function isSeenByAnyMethod(actor: Person): RawBuilder<SqlBool> {
  if (actor.guestOf !== null)
    return sql<SqlBool>`(project.id = ${actor.guestOf} and ${isMember} and not project.is_inactive)`
  if (actor.isStaff) return sql<SqlBool>`true`
  return sql<SqlBool>`(${isAdministrator} or (${isMember} and ${isRestorable})
    or (not project.is_inactive and (${isMember} or ${readsAsApiUser(actor)})))`
}

/** Beside {@link projectsBeside}: its owner may still restore it (contract §6). */
const isRestorable = sql<SqlBool>`membership.privilege_level = ${sql.lit(privilegeLevel.owner)}
  and project.deleted_at > now() - make_interval(days => ${sql.lit(purgedAfterDays)})`

/**
 * Beside {@link projectsBeside}: the projects that the person can enter, as member or administrator of the customer, by this
 * login method or another ({@link missingMethods}).
 */
export function isEntered(actor: Person): Expression<SqlBool> {
  const own = sql<SqlBool>`(${isAdministrator} or (${isMember} and not project.is_inactive))`
  return actor.guestOf === null ? own : sql<SqlBool>`(project.id = ${actor.guestOf} and ${own})`
}

/** Beside {@link projectsBeside}: the projects that the person administers. */
export const isAdministered = (actor: Person): Expression<SqlBool> => sql<SqlBool>`((${isAdministrator} or (
  not project.is_inactive and membership.privilege_level >= ${sql.lit(administersFrom)})) and ${isOpenTo(actor)})`

/** The person's own level in a project of {@link projectsBeside}; null where they are neither member nor administrator. */
export const ownLevel = sql<Project['privilegeLevel']>`greatest(
  membership.privilege_level, case when ${isAdministrator} then ${sql.lit(privilegeLevel.customerAdmin)} end)`

/** True where the person administers the project's customer. */
export const administersCustomer = (actor: Person): RawBuilder<SqlBool> =>
  actor.isStaff ? sql<SqlBool>`true` : isAdministrator

/** A project that the person administers, for themselves or with its customer, and the customer. */
export const administeredProject = async (
  db: Db,
  actor: Person,
  id: string,
): Promise<{ id: string; customer: string } | undefined> =>
  isUuid(id)
    ? projectsBeside(db, actor)
        .select(['project.id', 'project.customer_id as customer'])
        .where('project.id', '=', id)
        .where(actor.isStaff ? sql<SqlBool>`true` : isAdministered(actor))
        .executeTakeFirst()
    : undefined

/**
 * Fails with 403 `loginMethodRequired` for a project that the person would see by another login method. To be asked where nothing
 * was found, before that is 404.
 */
export async function refuseLoginMethod(db: Db, actor: Person, project: string): Promise<void> {
  const methods = await methodsWanted(db, actor, project)
  if (methods) throw loginMethodRequired(methods)
}

/** The login methods that would show the person a project which this session's does not. */
export async function methodsWanted(db: Db, actor: Person, project: string): Promise<string[] | undefined> {
  if (actor.loginMethod === null || !isUuid(project)) return undefined
  const hidden = await projectsBeside(db, actor)
    .where('project.id', '=', project)
    .where(isSeenByAnyMethod(actor))
    .select(missingMethods(actor).as('methods'))
    .executeTakeFirst()
  return hidden?.methods ?? undefined
}

/**
 * Only projects that the person may have to do with, found by index from the person's side: a condition that makes no
 * difference to what {@link isSeen} lets through, but keeps a list from looking at everybody's projects.
 */
export const isWithinReach = (actor: Person): Expression<SqlBool> => sql<SqlBool>`project.id in (
  select own.project_id from project_member as own where own.user_id = ${ownId(actor)}
  union all
  select theirs.id from project as theirs where theirs.customer_id in (
    select customer_id from ${officesFor(actor, 'customer_admin')} as administered where user_id = ${actor.id}
    union all
    select customer_id from ${officesFor(actor, 'customer_api_user')} as served where user_id = ${actor.id}))`

/** Ids of the customers that the person administers and reads: of one that is closed to the session, single projects may be open. */
export function customersWithinReach(actor: Person): Pick<Person, 'administers' | 'readsFor'> {
  if (actor.guestOf !== null) return { administers: [], readsFor: [] }
  const { administers, readsFor } = withAnyLoginMethod(actor)
  return { administers, readsFor: readsFor.filter((id) => !administers.includes(id)) }
}

/**
 * For {@link projectsBeside}, the projects within reach that a list is narrowed to: those of each customer that the person
 * reads, and their own beside these. For a page of it, no more of each customer than the page has, in the order of an
 * index, so that a page costs the same however many projects there are.
 */
export function projectsWithinReach(actor: Person, narrowed: Expression<SqlBool>, page?: PageStep): ProjectSource {
  const { administers, readsFor } = customersWithinReach(actor)
  const end = page ? endOf(actor, page) : sql``
  const part = (theirs: RawBuilder<unknown>) => sql`(select * from project where ${theirs} and ${narrowed} ${end})`
  const administered = administers.map((id) => part(sql`customer_id = ${id}`))
  const read = readsFor.map((id) => part(sql`customer_id = ${id} and not is_inactive`))
  const own = sql`(
    select project.* from project_member as own join project on project.id = own.project_id
    where own.user_id = ${ownId(actor)} and project.customer_id <> all(${[...administers, ...readsFor]}::uuid[]) and ${narrowed})`
  return sql<ProjectRow>`(${sql.join([...administered, ...read, own], sql` union all `)})`.as('project')
}

const endOf = (actor: Person, { beyond, order, limit }: PageStep) =>
  sql`and ${isOpenTo(actor)} and ${beyond ?? sql`true`} order by ${order} limit ${limit}`

/**
 * For {@link projectsBeside}, a page of the projects that a list is narrowed to, for somebody who sees every one of them that their
 * login method opens: what is looked up beside projects is so for those of the page alone.
 */
export const openProjectsOfPage = (actor: Person, narrowed: Expression<SqlBool>, page: PageStep): ProjectSource =>
  sql<ProjectRow>`(select * from project where ${narrowed} ${endOf(actor, page)})`.as('project')

/**
 * As {@link openProjectsOfPage}, for orders and states of which each has an index: ids are read from the index alone, so that the planner
 * takes the one that is in order, however few projects there are.
 */
export function indexedProjectsOfPage(actor: Person, narrowed: Expression<SqlBool>, page: PageStep): ProjectSource {
  const chosen = sql`(select project.id from project where ${narrowed} ${endOf(actor, page)}) as chosen`
  const ordered = sql`order by ${page.order} limit ${page.limit}`
  return sql<ProjectRow>`(select project.* from ${chosen} join project on project.id = chosen.id ${ordered})`.as(
    'project',
  )
}

/** As {@link openProjectsOfPage}, found by what narrows the list and ordered afterwards: `offset 0` keeps the planner from walking through everything in the order wanted. */
export function foundProjectsOfPage(actor: Person, narrowed: Expression<SqlBool>, page: PageStep): ProjectSource {
  const found = sql`(select * from project where ${narrowed} offset 0) as project`
  return sql<ProjectRow>`(select * from ${found} where true ${endOf(actor, page)})`.as('project')
}
