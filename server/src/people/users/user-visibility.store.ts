import { isStaff, type Person } from '@lintel/contract/people/permissions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isCustomerOpenTo, ownId, roleRowsFor } from '../../customers/customers/customer-rights.store'
import { grantsAccess, isOpenTo } from '../../projects/projects/project-rights.store'

type Sql = RawBuilder<unknown>

/** Ids of the customers whose people the actor may read, as administrator or API user. */
export const readableCustomerIds = (actor: Person): Sql => sql`(
  select customer_id from ${roleRowsFor(actor, 'customer_admin')} as administered
    where user_id = ${actor.id} and not awaits_proof and ${isCustomerOpenTo(actor, 'administered.customer_id')}
  union all
  select customer_id from ${roleRowsFor(actor, 'customer_api_user')} as served
    where user_id = ${actor.id} and not awaits_proof and ${isCustomerOpenTo(actor, 'served.customer_id')})`

/** The projects in which the actor has an active membership that they may open; in a guest session, the guest's single project. */
export const sharedProjects = (actor: Person): Sql => sql`(
  select project.id, project.customer_id from project_member as own join project on project.id = own.project_id
  where own.user_id = ${ownId(actor)} and ${grantsAccess('own')} and not project.is_inactive and ${isOpenTo(actor)}
  ${actor.guestOf === null ? sql`` : sql`and project.id = ${actor.guestOf}`})`

/** Restricts a set of people to one person, so that each part of the union is an index lookup. */
type PersonFilter = (column: string) => Sql
const all: PersonFilter = () => sql``
const onlyPerson =
  (person: string): PersonFilter =>
  (column) =>
    sql`and ${sql.ref(column)} = ${sql.ref(person)}`

/** Ids of everybody who belongs to a set of customers: by home customer, profile, role or project membership. */
const peopleOf = (customers: Sql, filter: PersonFilter): Sql => sql`
  select home.id as user_id from app_user as home where home.home_customer_id in ${customers} ${filter('home.id')}
  union all
  select user_id from customer_user_profile where customer_id in ${customers} ${filter('user_id')}
  union all
  select user_id from customer_admin where customer_id in ${customers} ${filter('user_id')}
  union all
  select user_id from customer_api_user where customer_id in ${customers} ${filter('user_id')}
  union all
  select user_id from project_member where customer_id in ${customers} ${filter('user_id')}`

/**
 * Ids visible to the actor: the actor, members of shared projects, those projects' customer administrators, and
 * everybody of the customers that the actor reads.
 */
const visibleUserIds = (actor: Person, filter: PersonFilter): Sql => sql`
  select self.id as user_id from app_user as self where self.id = ${ownId(actor)} ${filter('self.id')}
  union all
  select fellow.user_id from project_member as fellow
    where fellow.project_id in (select id from ${sharedProjects(actor)} as shared) ${filter('fellow.user_id')}
  union all
  select administrator.user_id from customer_admin as administrator
    where administrator.customer_id in (select customer_id from ${sharedProjects(actor)} as shared)
    ${filter('administrator.user_id')}
  ${actor.guestOf === null ? sql`union all ${peopleOf(readableCustomerIds(actor), filter)}` : sql``}`

/** True where the actor may see `person` (a column with an internal id). For queries over few rows. */
export const canSeeUser = (actor: Person, person: string): RawBuilder<SqlBool> =>
  isStaff(actor) ? sql`true` : sql`exists (${visibleUserIds(actor, onlyPerson(person))})`

/** Like {@link canSeeUser}, for lists: the set of visible people is computed once. */
export const isAmongVisibleUsers = (actor: Person, person: string): RawBuilder<SqlBool> =>
  isStaff(actor) ? sql`true` : sql`${sql.ref(person)} in (${visibleUserIds(actor, all)})`

/** The customer through which an administrator may manage `person`, their home customer first; null without one. */
export const administeredThrough = (
  actor: Person,
  person: { id: string; home: string },
): RawBuilder<string | null> => sql`(
  select admin_role.customer_id from ${roleRowsFor(actor, 'customer_admin')} as admin_role
  where admin_role.user_id = ${actor.id} and not admin_role.awaits_proof and ${isCustomerOpenTo(actor, 'admin_role.customer_id')}
    and exists (${peopleOf(sql`(admin_role.customer_id)`, onlyPerson(person.id))})
  order by admin_role.customer_id is not distinct from ${sql.ref(person.home)} desc, admin_role.customer_id
  limit 1)`

/**
 * True where `person` (an alias of app_user) belongs to this customer. Checks the home customer first, which matches
 * most people; the rest need a few index lookups.
 */
export const isStillOfCustomer = (customer: string, person: string): RawBuilder<SqlBool> =>
  sql`(${sql.ref(`${person}.home_customer_id`)} = ${customer}::uuid
    or exists (${peopleOf(sql`(${customer}::uuid)`, onlyPerson(`${person}.id`))}))`

/** True when the actor may read this customer's people, as staff, administrator or API user. */
export const readsPeopleOf = (actor: Person, customer: string): RawBuilder<SqlBool> =>
  isStaff(actor) ? sql`true` : sql`${customer}::uuid in ${readableCustomerIds(actor)}`
