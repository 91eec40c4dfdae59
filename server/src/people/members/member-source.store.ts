import type { Person } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isCustomerOpenTo, officesFor, ownId } from '../../customers/customers/customer-rights.store'
import type { PageStep } from '../../platform/paging'
import { uuidOrNil } from '../../platform/rows'
import { closedProjects, isOpening, isOpenTo } from '../../projects/projects/project-rights.store'

/** A membership as the database has it. */
interface MemberRow {
  project_id: string
  user_id: string
  customer_id: string
  privilege_level: (typeof privilegeLevel)[keyof typeof privilegeLevel]
  expiration_date: string | null
  access_until: string | null
  providers: string[]
  invited_at: string | null
  invited_by: string | null
  last_login_at: string | null
  directory_level: number | null
  created_at: string
  version: number
}

/** Where a list takes its members (`member`) from. */
export type MemberSource = ReturnType<typeof union>
const union = (parts: readonly RawBuilder<unknown>[]) =>
  sql<MemberRow>`(${sql.join([...parts], sql` union all `)})`.as('member')

/** Entering the project is what counts as a login to it; imported memberships bring an earlier one. */
const stored = sql`
  select member.project_id, member.user_id, member.customer_id, member.privilege_level, member.expiration_date,
    member.access_until, member.providers, member.invited_at, member.invited_by,
    greatest(member.last_login_at, member.last_opened_at) as last_login_at, member.directory_level, member.created_at,
    member.version
  from project_member as member`

/** What an administrator of the customer (`office`) is in a project without a membership of their own there. */
const administrator = sql`project.id, office.user_id, office.customer_id, ${sql.lit(privilegeLevel.customerAdmin)}::smallint,
  null::timestamptz, null::timestamptz, '{}'::text[], null::timestamptz, null::uuid, null::timestamptz,
  null::smallint, office.created_at, 1`

/**
 * The administrators of customers, each in every project where they have no membership of their own. Whether they have
 * one is a look into an index for each project: as `not exists`, the planner reads every membership there is. For a page, no
 * more projects of each administrator than the page has, from its cursor on.
 */
function officers(whose: RawBuilder<unknown>, which: RawBuilder<unknown>, step?: PageStep): RawBuilder<unknown> {
  const [user, project] = step?.cursor?.values ?? []
  const [beyond, direction, end] = step?.backwards ? [sql`<`, sql`desc`, lastId] : [sql`>`, sql`asc`, firstId]
  const from = step?.cursor
    ? sql`and office.user_id ${beyond}= ${user}::uuid
        and project.id ${beyond} case when office.user_id = ${user}::uuid then ${project}::uuid else ${end} end`
    : sql``
  const cut = step ? sql`order by project.id ${direction} limit ${step.limit}` : sql``
  return sql`
    select ${administrator}
    from customer_admin as office cross join lateral (
      select project.id from project
      where project.customer_id = office.customer_id and ${which} and not coalesce((
        select true from project_member as own
        where own.project_id = project.id and own.user_id = office.user_id limit 1), false) ${from} ${cut}) as project
    where ${whose}`
}

const firstId = sql.lit('00000000-0000-0000-0000-000000000000')
const lastId = sql.lit('ffffffff-ffff-ffff-ffff-ffffffffffff')
const all = sql`true`

/** Every membership that is stored, and one for each administrator of a customer in each of its other projects. */
export const everyMember = union([stored, officers(all, all)])

/** Those among which a page of all of them lies: without this, each page would look at all projects of each administrator. */
export const everyMemberAround = (step: PageStep): MemberSource => union([stored, officers(all, all, step)])

/**
 * The members of the projects that a person sees, who is no staff, found from the person's side: those of each customer
 * that they administer or read, and those of their own projects beside these. `narrowed` says of each `member` whether it is
 * asked for. For a page, no more of each of these than the page has, in the order of an index, so that a page costs
 * the same however many members there are. The rights are asked by each part itself, once.
 */
export function membersWithinReach(
  actor: Person,
  { customer, narrowed }: { customer: string | undefined; narrowed: Expression<SqlBool> },
  step?: PageStep,
): MemberSource {
  const isAsked = (id: string) => actor.guestOf === null && (customer === undefined || id === customer)
  const administered = actor.administers.filter(isAsked)
  const read = actor.readsFor.filter((id) => isAsked(id) && !administered.includes(id))
  const end = step ? sql`and ${step.beyond ?? sql<SqlBool>`true`} order by ${step.order} limit ${step.limit}` : sql``
  const isActive = sql`not project.is_inactive and ${isOpenTo(actor)}`
  const holds = (table: 'customer_admin' | 'customer_api_user', id: string) => sql`exists (
    select from ${officesFor(actor, table)} as held where held.customer_id = ${id} and held.user_id = ${actor.id}
      and not held.awaits_proof and ${isCustomerOpenTo(actor, 'held.customer_id')})`
  const ofOpenProject = (id: string) => sql`member.project_id not in ${closedProjects(actor, id)}`
  return union([
    ...administered.flatMap((id) => {
      const may = holds('customer_admin', id)
      return [
        sql`(${stored} where member.customer_id = ${id} and ${may} and ${ofOpenProject(id)} and ${narrowed} ${end})`,
        officers(sql`office.customer_id = ${id} and ${may}`, isOpenTo(actor), step),
      ]
    }),
    ...read.flatMap((id) => {
      const may = holds('customer_api_user', id)
      const active = sql`(select ${isActive} from project where project.id = member.project_id)`
      return [
        sql`(${stored} where member.customer_id = ${id} and ${may} and ${active} and ${narrowed} ${end})`,
        officers(sql`office.customer_id = ${id} and ${may}`, isActive, step),
      ]
    }),
    ...ownProjects(actor, [...administered, ...read], customer, sql`and ${narrowed} ${end}`),
  ])
}

/**
 * The members of a customer that somebody administers, to be counted: all of them, which are the same for everybody who asks, and
 * those in projects that the session's login method does not open. That the person administers it was asked by the page of the list.
 */
export function membersOfCustomer(
  actor: Person,
  customer: string,
  narrowed: Expression<SqlBool>,
): { all: MemberSource; closed: MemberSource } {
  const whose = sql`office.customer_id = ${customer}`
  const closed = closedProjects(actor, customer)
  const theirs = sql`${stored} where member.customer_id = ${customer} and ${narrowed}`
  return {
    all: union([sql`(${theirs})`, officers(whose, all)]),
    closed: union([sql`(${theirs} and member.project_id in ${closed})`, officers(whose, sql`project.id in ${closed}`)]),
  }
}

/** The members of the projects that somebody is in themselves, but for those of customers that they see as a whole. */
function ownProjects(
  actor: Person,
  seenWhole: readonly string[],
  customer: string | undefined,
  rest: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  const { guestOf } = actor
  const own = sql`project_member as own join project on project.id = own.project_id`
  const which = sql`own.user_id = ${ownId(actor)} and ${isOpening('own')} and not project.is_inactive and ${isOpenTo(actor)}
    and project.customer_id <> all(${[...seenWhole]}::uuid[])
    ${customer === undefined ? sql`` : sql`and project.customer_id = ${uuidOrNil(customer)}`}
    ${guestOf === null ? sql`` : sql`and project.id = ${guestOf}`}`
  return [
    sql`select member.* from ${own} cross join lateral (
        ${stored} where member.project_id = own.project_id ${rest}) as member where ${which}`,
    sql`select ${administrator} from ${own} join customer_admin as office on office.customer_id = project.customer_id
      left join project_member as theirs on theirs.project_id = project.id and theirs.user_id = office.user_id
      where ${which} and theirs.user_id is null`,
  ]
}
