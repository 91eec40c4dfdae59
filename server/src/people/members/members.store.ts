import { builtInMethods } from '@lintel/contract/customers/login-methods'
import type { ListQuery } from '@lintel/contract/jsonapi/query'
import { endsSoonDays, lastMonthMs, type ProjectMember, type projectMembers } from '@lintel/contract/people/members'
import { isStaff, type Person } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database'
import { type CountQuery, type ListPage, type Ordering, type PageQuery, page, pageQueryOf } from '../../platform/paging'
import { isUuid } from '../../platform/rows'
import { isVisibleTo, projectsWithRights } from '../../projects/projects/project-rights.store'
import { isNamedInCustomer } from '../users/accepted-people.store'
import { listedAs } from '../users/display-name.store'
import { effectiveLevelOf } from './effective-level.store'
import { allMembers, allMembersNear, type MemberSource, membersOfCustomer, visibleMembers } from './member-source.store'
import { endOf } from './membership-end.store'

/** Criteria of a member list: internal ids and an email. */
interface MemberQuery {
  project?: string | undefined
  customer?: string | undefined
  user?: string | undefined
  endsSoon?: boolean | undefined
}

/** A `member` that ends soon and has not ended yet. */
export const isEndingSoon = sql<SqlBool>`(${endOf('member')} > now()
  and ${endOf('member')} <= now() + make_interval(days => ${sql.lit(endsSoonDays)}))`

/** True for every `member` that matches the criteria, without access checks. */
function matchesCriteria(db: Database, { project, customer, user, endsSoon }: MemberQuery): Expression<SqlBool> {
  const { and, eb } = expressionBuilder<
    { member: { project_id: string; customer_id: string; user_id: string } },
    'member'
  >()
  const idOf = (email: string) => db.selectFrom('app_user').select('id').where('email', '=', email)
  return and([
    ...(project === undefined ? [] : [eb('member.project_id', '=', project)]),
    ...(customer === undefined ? [] : [eb('member.customer_id', '=', customer)]),
    ...(user === undefined ? [] : [eb('member.user_id', '=', idOf(user))]),
    ...(endsSoon === undefined ? [] : [endsSoon ? isEndingSoon : sql<SqlBool>`${isEndingSoon} is not true`]),
  ])
}

/**
 * Members of visible projects that match the criteria; for a step of a list at least those that it can contain. With
 * a single project, the right to it is checked once.
 */
function visible(db: Database, actor: Person, criteria: MemberQuery, step?: PageQuery) {
  const { project, customer } = criteria
  const condition = matchesCriteria(db, criteria)
  const among = (source: MemberSource) => db.selectFrom(source).where(condition)
  if (project !== undefined) {
    const visibleProject = projectsWithRights(db, actor)
      .select('project.id')
      .where(isVisibleTo(actor))
      .where('project.id', '=', project)
    return among(allMembers).where(({ exists }) => exists(visibleProject))
  }
  if (isStaff(actor)) return among(step ? allMembersNear(step) : allMembers)
  return among(visibleMembers(actor, { customer, condition }, step))
}

/** The queries that count a list: for customer administrators the shared total, minus the members of projects closed to the session. */
function countedMembers(db: Database, actor: Person, criteria: MemberQuery): CountQuery {
  const { project, customer } = criteria
  const isOwn = customer !== undefined && actor.guestOf === null && actor.administers.includes(customer)
  if (!isOwn || project !== undefined || actor.isStaff) return { all: visible(db, actor, criteria) }
  const condition = matchesCriteria(db, criteria)
  const { all, closed } = membersOfCustomer(actor, customer, condition)
  const counted = db.selectFrom(all).where(condition)
  return actor.loginMethod === null
    ? { all: counted }
    : { all: counted, without: db.selectFrom(closed).where(condition) }
}

type Visible = ReturnType<typeof visible>

/** Related rows of a member as lateral subqueries that end with `end`. */
const relatedRows = (actor: Person, end: RawBuilder<unknown>) => ({
  person: sql<{ email: string; name: string; organization: string }>`(
    select known.email, coalesce(nullif(known.shown_name, ''), case when known.is_named then known.name else '' end) as name,
      case when known.is_named then known.organization else '' end as organization
    from (
      select app_user.email, app_user.name, app_user.organization, candidate.name as shown_name,
        (${isNamedInCustomer(actor, 'candidate')} or app_user.id = ${actor.id}) as is_named
      from app_user left join customer_person as candidate
        on candidate.customer_id = member.customer_id and candidate.user_id = app_user.id
      where app_user.id = member.user_id ${end}) as known)`.as('person'),
  administration: sql<{ user_id: string }>`(
    select admin_role.user_id from customer_admin as admin_role
    where admin_role.customer_id = member.customer_id and admin_role.user_id = member.user_id ${end})`.as(
    'administration',
  ),
  profile: sql<{ user_organization_id: string | null }>`(
    select known.user_organization_id from customer_user_profile as known
    where known.customer_id = member.customer_id and known.user_id = member.user_id ${end})`.as('profile'),
  inviter: sql<{ email: string }>`(
    select email from app_user where app_user.id = member.invited_by ${end})`.as('inviter'),
})

/**
 * Strategies for looking up related rows. `oneByOne`, for a page in index order, adds a limit that makes each lookup
 * an index access; otherwise the planner merges whole tables up to the page. `together`, for a list that must be
 * sorted as a whole, leaves the plan to the planner.
 */
const lookups = { oneByOne: sql`limit 1`, together: sql`` }

type LastLogin = RawBuilder<string | null>

/** The last login to the project, null where the installation hides it; it must not influence the sort order either. */
const lastLoginOf = (showsLastLogins: boolean): LastLogin =>
  showsLastLogins ? sql.ref<string | null>('member.last_login_at') : sql<null>`null::timestamptz`

/** Joins the related rows and selects the resource's fields. */
function withDetails(actor: Person, members: Visible, lookup: keyof typeof lookups, lastLogin: LastLogin) {
  const { person, administration, profile, inviter } = relatedRows(actor, lookups[lookup])
  return members
    .leftJoinLateral(person, (join) => join.onTrue())
    .leftJoinLateral(administration, (join) => join.onTrue())
    .leftJoinLateral(profile, (join) => join.onTrue())
    .leftJoinLateral(inviter, (join) => join.onTrue())
    .select([
      sql<string>`member.project_id || '.' || member.user_id`.as('id'),
      'member.user_id as userKey',
      'member.project_id as projectKey',
      'member.version',
      sql<string>`person.email`.as('user'),
      sql<string>`person.email`.as('email'),
      sql<string>`person.name`.as('name'),
      'member.project_id as project',
      'member.customer_id as customer',
      level.as('privilegeLevel'),
      sql<boolean>`${level} = ${sql.lit(privilegeLevel.guest)}`.as('guest'),
      'member.expiration_date as expirationDate',
      'member.access_until as accessUntil',
      'member.providers',
      singleSignOn.as('ssoProviders'),
      sql<boolean>`member.invited_at is not null`.as('invited'),
      'inviter.email as invitedBy',
      sql<string>`person.organization`.as('organization'),
      'profile.user_organization_id as userOrganization',
      lastLogin.as('lastLogin'),
      sql<boolean>`coalesce(${lastLogin} > now() - ${sql.lit(lastMonthMs)} * interval '1 millisecond', false)`.as(
        'loggedLastMonth',
      ),
      sql<ProjectMember['directoryLevel']>`member.directory_level`.as('directoryLevel'),
      'member.created_at as createdAt',
    ])
}

const level = effectiveLevelOf(sql.ref('member.privilege_level'), sql`administration.user_id is not null`)

const singleSignOn = builtInMethods.reduce(
  (methods, builtIn) => sql<string[]>`array_remove(${methods}, ${sql.lit(builtIn)})`,
  sql<string[]>`member.providers`,
)

const orderingBy = (lastLogin: LastLogin): Ordering => ({
  columns: {
    email: sql`person.email`,
    name: listedAs,
    privilegeLevel: level,
    lastLogin: sql`coalesce(${lastLogin}, '-infinity')`,
  },
  empty: { lastLogin: '-infinity' },
  sortKey: { name: 'listedAs' },
  id: { userKey: sql.ref('member.user_id'), projectKey: sql.ref('member.project_id') },
  order: [],
})

const emptyList: ListPage<ProjectMember> = { records: [], total: 0, next: null, previous: null }

/** Lists members that match the filters, in index order unless the query sorts otherwise. */
export async function listVisible(
  db: Database,
  actor: Person,
  query: ListQuery<typeof projectMembers>,
  exposesLastLogins: boolean,
): Promise<ListPage<ProjectMember>> {
  const { project, customer, user, endsSoon } = query.filters
  if ([project, customer].some((id) => id !== undefined && !isUuid(id))) return emptyList
  const criteria = { project, customer, user: user?.toLowerCase(), endsSoon }
  const counted = countedMembers(db, actor, criteria)
  const lastLogin = lastLoginOf(exposesLastLogins)
  const ordering = orderingBy(lastLogin)
  if (query.sort.length === 0) {
    const around = visible(db, actor, criteria, pageQueryOf(query, ordering))
    return page(withDetails(actor, around, 'oneByOne', lastLogin), query, ordering, counted)
  }
  const all = withDetails(actor, visible(db, actor, criteria), 'together', lastLogin).select(listedAs.as('listedAs'))
  const listed = await page(all, query, ordering, counted)
  return { ...listed, records: listed.records.map(({ listedAs: _, ...member }) => member) }
}

/** Finds a member by id: the ids of project and person, joined by a dot; opaque to clients. */
export async function find(
  db: Database,
  actor: Person,
  id: string,
  exposesLastLogins: boolean,
): Promise<ProjectMember | undefined> {
  const [project = '', user = '', ...rest] = id.split('.')
  if (!isUuid(project) || !isUuid(user) || rest.length > 0) return undefined
  const member = visible(db, actor, { project }).where('member.user_id', '=', user)
  return withDetails(actor, member, 'oneByOne', lastLoginOf(exposesLastLogins)).executeTakeFirst()
}
