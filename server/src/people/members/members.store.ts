import { builtInMethods } from '@lintel/contract/customers/login-methods'
import type { ListQuery } from '@lintel/contract/jsonapi/query'
import { endsSoonDays, lastMonthMs, type ProjectMember, type projectMembers } from '@lintel/contract/people/members'
import { isStaff, type Person } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'
import { type CountedBy, type Listed, type Ordering, type PageStep, page, stepOf } from '../../platform/paging'
import { isUuid } from '../../platform/rows'
import { isSeen, projectsBeside } from '../../projects/projects/project-rights.store'
import { isNamedHere } from '../users/accepted-people.store'
import {
  everyMember,
  everyMemberAround,
  type MemberSource,
  membersOfCustomer,
  membersWithinReach,
} from './member-source.store'

type Db = Database | Transaction

/** Which members are asked for, by ids of ours and an email. */
interface Asked {
  project?: string | undefined
  customer?: string | undefined
  user?: string | undefined
  endsSoon?: boolean | undefined
}

/** A `member` that ends within the days that are soon, and is not over (`project_member_end_index` has them in this order). */
export const isEndingSoon = sql<SqlBool>`(coalesce(member.expiration_date, member.access_until) > now()
  and coalesce(member.expiration_date, member.access_until) <= now() + make_interval(days => ${sql.lit(endsSoonDays)}))`

/** True for every `member` that is asked for, whoever may see it. */
function isAskedFor(db: Db, { project, customer, user, endsSoon }: Asked): Expression<SqlBool> {
  const { and, eb } = expressionBuilder<
    { member: { project_id: string; customer_id: string; user_id: string } },
    'member'
  >()
  const called = (email: string) => db.selectFrom('app_user').select('id').where('email', '=', email)
  return and([
    ...(project === undefined ? [] : [eb('member.project_id', '=', project)]),
    ...(customer === undefined ? [] : [eb('member.customer_id', '=', customer)]),
    ...(user === undefined ? [] : [eb('member.user_id', '=', called(user))]),
    ...(endsSoon === undefined ? [] : [endsSoon ? isEndingSoon : sql<SqlBool>`${isEndingSoon} is not true`]),
  ])
}

/**
 * The members of the projects that the actor sees, and among them those that are asked for: all of them, or for a step
 * of a list at least those that it can need. Where one project is named, the right to it is asked once.
 */
function visible(db: Db, actor: Person, asked: Asked, step?: PageStep) {
  const { project, customer } = asked
  const narrowed = isAskedFor(db, asked)
  const among = (source: MemberSource) => db.selectFrom(source).where(narrowed)
  if (project !== undefined) {
    const seen = projectsBeside(db, actor).select('project.id').where(isSeen(actor)).where('project.id', '=', project)
    return among(everyMember).where(({ exists }) => exists(seen))
  }
  if (isStaff(actor)) return among(step ? everyMemberAround(step) : everyMember)
  return among(membersWithinReach(actor, { customer, narrowed }, step))
}

/** What the list is counted by: for administrators of a customer by what is the same for all of them, without what is closed to one. */
function countedMembers(db: Db, actor: Person, asked: Asked): CountedBy {
  const { project, customer } = asked
  const isOwn = customer !== undefined && actor.guestOf === null && actor.administers.includes(customer)
  if (!isOwn || project !== undefined || actor.isStaff) return { all: visible(db, actor, asked) }
  const narrowed = isAskedFor(db, asked)
  const { all, closed } = membersOfCustomer(actor, customer, narrowed)
  const counted = db.selectFrom(all).where(narrowed)
  return actor.loginMethod === null
    ? { all: counted }
    : { all: counted, without: db.selectFrom(closed).where(narrowed) }
}

type Visible = ReturnType<typeof visible>

/** What belongs to a member, found for each with this at the end of its statement. */
const belongings = (actor: Person, end: RawBuilder<unknown>) => ({
  person: sql<{ email: string; name: string; organization: string }>`(
    select known.email, case when known.is_named then known.name else '' end as name,
      case when known.is_named then known.organization else '' end as organization
    from (
      select app_user.email, app_user.name, app_user.organization,
        (${isNamedHere(actor, 'candidate')} or app_user.id = ${actor.id}) as is_named
      from app_user left join customer_person as candidate
        on candidate.customer_id = member.customer_id and candidate.user_id = app_user.id
      where app_user.id = member.user_id ${end}) as known)`.as('person'),
  administration: sql<{ user_id: string }>`(
    select office.user_id from customer_admin as office
    where office.customer_id = member.customer_id and office.user_id = member.user_id ${end})`.as('administration'),
  profile: sql<{ user_organization_id: string | null }>`(
    select known.user_organization_id from customer_user_profile as known
    where known.customer_id = member.customer_id and known.user_id = member.user_id ${end})`.as('profile'),
  inviter: sql<{ email: string }>`(
    select email from app_user where app_user.id = member.invited_by ${end})`.as('inviter'),
})

/**
 * How what belongs to a member is looked up. `oneByOne`, for a page in the order of an index, is a look into an index
 * for each row of the page; left to itself the planner merges whole tables up to the page's place. `together`, for a
 * list that has to be sorted as a whole, leaves the choice to it.
 */
const lookups = { oneByOne: sql`limit 1`, together: sql`` }

type LastLogin = RawBuilder<string | null>

/** When somebody was last in the project, as far as it is told: neither shown nor to be seen from the order of a list. */
const lastLoginOf = (tells: boolean): LastLogin =>
  tells ? sql.ref<string | null>('member.last_login_at') : sql<null>`null::timestamptz`

/** The members with what is shown of them. */
function described(actor: Person, members: Visible, lookup: keyof typeof lookups, lastLogin: LastLogin) {
  const { person, administration, profile, inviter } = belongings(actor, lookups[lookup])
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
      shownLevel.as('privilegeLevel'),
      sql<boolean>`${shownLevel} = ${sql.lit(privilegeLevel.guest)}`.as('guest'),
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

/** An administrator of the customer appears as such in every project of it that they do not own. */
const shownLevel = sql<ProjectMember['privilegeLevel']>`
  case when administration.user_id is not null and member.privilege_level < ${sql.lit(privilegeLevel.owner)}
    then ${sql.lit(privilegeLevel.customerAdmin)} else member.privilege_level end`

const singleSignOn = builtInMethods.reduce(
  (methods, builtIn) => sql<string[]>`array_remove(${methods}, ${sql.lit(builtIn)})`,
  sql<string[]>`member.providers`,
)

/** Somebody whose name is not told stands by their address among the others. */
const listedAs = sql<string>`case when person.name = '' then person.email else person.name end collate "und-x-icu"`

const orderingBy = (lastLogin: LastLogin): Ordering => ({
  columns: {
    email: sql`person.email`,
    name: listedAs,
    privilegeLevel: shownLevel,
    lastLogin: sql`coalesce(${lastLogin}, '-infinity')`,
  },
  empty: { lastLogin: '-infinity' },
  carried: { name: 'listedAs' },
  id: { userKey: sql.ref('member.user_id'), projectKey: sql.ref('member.project_id') },
  order: [],
})

const nobody: Listed<ProjectMember> = { records: [], total: 0, next: null, previous: null }

/** Members of what the filters say; in the order of an index unless the query names another. */
export async function listVisible(
  db: Db,
  actor: Person,
  query: ListQuery<typeof projectMembers>,
  tellsLastLogins: boolean,
): Promise<Listed<ProjectMember>> {
  const { project, customer, user, endsSoon } = query.filters
  if ([project, customer].some((id) => id !== undefined && !isUuid(id))) return nobody
  const asked = { project, customer, user: user?.toLowerCase(), endsSoon }
  const counted = countedMembers(db, actor, asked)
  const lastLogin = lastLoginOf(tellsLastLogins)
  const ordering = orderingBy(lastLogin)
  if (query.sort.length === 0) {
    const around = visible(db, actor, asked, stepOf(query, ordering))
    return page(described(actor, around, 'oneByOne', lastLogin), query, ordering, counted)
  }
  const all = described(actor, visible(db, actor, asked), 'together', lastLogin).select(listedAs.as('listedAs'))
  const listed = await page(all, query, ordering, counted)
  return { ...listed, records: listed.records.map(({ listedAs: _, ...member }) => member) }
}

/** A member's wire id is its project's and its person's, with a dot between; opaque to everybody else. */
export async function find(
  db: Db,
  actor: Person,
  id: string,
  tellsLastLogins: boolean,
): Promise<ProjectMember | undefined> {
  const [project = '', user = '', ...rest] = id.split('.')
  if (!isUuid(project) || !isUuid(user) || rest.length > 0) return undefined
  const member = visible(db, actor, { project }).where('member.user_id', '=', user)
  return described(actor, member, 'oneByOne', lastLoginOf(tellsLastLogins)).executeTakeFirst()
}
