import type { Person } from '@lintel/contract/people/permissions'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isCustomerOpenTo, ownId, roleRowsFor } from '../../customers/customers/customer-rights.store'
import type { PageQuery } from '../../platform/paging'
import { uuidOrNil } from '../../platform/rows'
import { closedProjects, grantsAccess, isOpenTo } from '../../projects/projects/project-rights.store'

/** A membership row. */
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

/** The `member` source that a list selects from. */
export type MemberSource = ReturnType<typeof union>
const union = (parts: readonly RawBuilder<unknown>[]) =>
  sql<MemberRow>`(${sql.join([...parts], sql` union all `)})`.as('member')

/** Opening the project counts as a login to it; imported memberships have an earlier value. */
const stored = sql`
  select member.project_id, member.user_id, member.customer_id, member.privilege_level, member.expiration_date,
    member.access_until, member.providers, member.invited_at, member.invited_by,
    greatest(member.last_login_at, member.last_opened_at) as last_login_at, member.directory_level, member.created_at,
    member.version
  from project_member as member`

/** Membership columns of a customer administrator (`admin_role`) in a project without a stored membership. */
const administrator = sql`project.id, admin_role.user_id, admin_role.customer_id, ${sql.lit(privilegeLevel.customerAdmin)}::smallint,
  null::timestamptz, null::timestamptz, '{}'::text[], null::timestamptz, null::uuid, null::timestamptz,
  null::smallint, admin_role.created_at, 1`

/**
 * Rows of customer administrators, one for each project in which they have no membership. The check is an index
 * lookup per project; with `not exists` the planner scans all memberships. For a page, each administrator contributes
 * at most a page of projects from the cursor on.
 */
function administratorRows(
  whose: RawBuilder<unknown>,
  which: RawBuilder<unknown>,
  step?: PageQuery,
): RawBuilder<unknown> {
  const [user, project] = step?.cursor?.values ?? []
  const [beyond, direction, end] = step?.backwards ? [sql`<`, sql`desc`, lastId] : [sql`>`, sql`asc`, firstId]
  const from = step?.cursor
    ? sql`and admin_role.user_id ${beyond}= ${user}::uuid
        and project.id ${beyond} case when admin_role.user_id = ${user}::uuid then ${project}::uuid else ${end} end`
    : sql``
  const cut = step ? sql`order by project.id ${direction} limit ${step.limit}` : sql``
  return sql`
    select ${administrator}
    from customer_admin as admin_role cross join lateral (
      select project.id from project
      where project.customer_id = admin_role.customer_id and ${which} and not coalesce((
        select true from project_member as own
        where own.project_id = project.id and own.user_id = admin_role.user_id limit 1), false) ${from} ${cut}) as project
    where ${whose}`
}

const firstId = sql.lit('00000000-0000-0000-0000-000000000000')
const lastId = sql.lit('ffffffff-ffff-ffff-ffff-ffffffffffff')
const all = sql`true`

/** All stored memberships, plus a row for each customer administrator in each of their other projects. */
export const allMembers = union([stored, administratorRows(all, all)])

/** Like {@link allMembers}, limited to the rows that one page can contain: otherwise each page would read all projects of each administrator. */
export const allMembersNear = (step: PageQuery): MemberSource => union([stored, administratorRows(all, all, step)])

/**
 * Members of the projects visible to an actor who is not staff: those of the customers they administer or read, and
 * those of their own other projects. `condition` filters each `member`. For a page, each part is limited to a page in
 * index order, so that the cost does not depend on the number of members; access rights are checked once per part.
 */
export function visibleMembers(
  actor: Person,
  { customer, condition }: { customer: string | undefined; condition: Expression<SqlBool> },
  step?: PageQuery,
): MemberSource {
  const isRequested = (id: string) => actor.guestOf === null && (customer === undefined || id === customer)
  const administered = actor.administers.filter(isRequested)
  const read = actor.readsFor.filter((id) => isRequested(id) && !administered.includes(id))
  const end = step
    ? sql`and ${step.afterCursor ?? sql<SqlBool>`true`} order by ${step.order} limit ${step.limit}`
    : sql``
  const isActive = sql`not project.is_inactive and ${isOpenTo(actor)}`
  const hasRole = (table: 'customer_admin' | 'customer_api_user', id: string) => sql`exists (
    select from ${roleRowsFor(actor, table)} as role_row where role_row.customer_id = ${id} and role_row.user_id = ${actor.id}
      and not role_row.awaits_proof and ${isCustomerOpenTo(actor, 'role_row.customer_id')})`
  const ofOpenProject = (id: string) => sql`member.project_id not in ${closedProjects(actor, id)}`
  return union([
    ...administered.flatMap((id) => {
      const may = hasRole('customer_admin', id)
      return [
        sql`(${stored} where member.customer_id = ${id} and ${may} and ${ofOpenProject(id)} and ${condition} ${end})`,
        administratorRows(sql`admin_role.customer_id = ${id} and ${may}`, isOpenTo(actor), step),
      ]
    }),
    ...read.flatMap((id) => {
      const may = hasRole('customer_api_user', id)
      const active = sql`(select ${isActive} from project where project.id = member.project_id)`
      return [
        sql`(${stored} where member.customer_id = ${id} and ${may} and ${active} and ${condition} ${end})`,
        administratorRows(sql`admin_role.customer_id = ${id} and ${may}`, isActive, step),
      ]
    }),
    ...ownProjects(actor, [...administered, ...read], customer, sql`and ${condition} ${end}`),
  ])
}

/**
 * Members of an administered customer, for counting: all of them, which is the same for every administrator, and
 * those in projects closed to the session's login method. The list page has already checked the administrator role.
 */
export function membersOfCustomer(
  actor: Person,
  customer: string,
  condition: Expression<SqlBool>,
): { all: MemberSource; closed: MemberSource } {
  const whose = sql`admin_role.customer_id = ${customer}`
  const closed = closedProjects(actor, customer)
  const theirs = sql`${stored} where member.customer_id = ${customer} and ${condition}`
  return {
    all: union([sql`(${theirs})`, administratorRows(whose, all)]),
    closed: union([
      sql`(${theirs} and member.project_id in ${closed})`,
      administratorRows(whose, sql`project.id in ${closed}`),
    ]),
  }
}

/** Members of the actor's own projects, except those of customers whose members are all visible. */
function ownProjects(
  actor: Person,
  fullyVisible: readonly string[],
  customer: string | undefined,
  rest: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  const { guestOf } = actor
  const own = sql`project_member as own join project on project.id = own.project_id`
  const which = sql`own.user_id = ${ownId(actor)} and ${grantsAccess('own')} and not project.is_inactive and ${isOpenTo(actor)}
    and project.customer_id <> all(${[...fullyVisible]}::uuid[])
    ${customer === undefined ? sql`` : sql`and project.customer_id = ${uuidOrNil(customer)}`}
    ${guestOf === null ? sql`` : sql`and project.id = ${guestOf}`}`
  return [
    sql`select member.* from ${own} cross join lateral (
        ${stored} where member.project_id = own.project_id ${rest}) as member where ${which}`,
    sql`select ${administrator} from ${own} join customer_admin as admin_role on admin_role.customer_id = project.customer_id
      left join project_member as theirs on theirs.project_id = project.id and theirs.user_id = admin_role.user_id
      where ${which} and theirs.user_id is null`,
  ]
}
