import { isStaff, type Person } from '@lintel/contract/people/permissions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isCustomerOpenTo, officesFor, ownId } from '../../customers/customers/customer-rights.store'
import { isOpening, isOpenTo } from '../../projects/projects/project-rights.store'

type Sql = RawBuilder<unknown>

/** Customers whose people the person reads, as administrator or API user. */
export const readCustomers = (actor: Person): Sql => sql`(
  select customer_id from ${officesFor(actor, 'customer_admin')} as administered
    where user_id = ${actor.id} and not awaits_proof and ${isCustomerOpenTo(actor, 'administered.customer_id')}
  union all
  select customer_id from ${officesFor(actor, 'customer_api_user')} as served
    where user_id = ${actor.id} and not awaits_proof and ${isCustomerOpenTo(actor, 'served.customer_id')})`

/** The projects that the person is a living member of and may open; in a guest session, the guest's one. */
export const sharedProjects = (actor: Person): Sql => sql`(
  select project.id, project.customer_id from project_member as own join project on project.id = own.project_id
  where own.user_id = ${ownId(actor)} and ${isOpening('own')} and not project.is_inactive and ${isOpenTo(actor)}
  ${actor.guestOf === null ? sql`` : sql`and project.id = ${actor.guestOf}`})`

/** Narrows a set of people to one of them, so that each part of the set is a look into an index. */
type Narrowed = (column: string) => Sql
const all: Narrowed = () => sql``
const onlyThe =
  (person: string): Narrowed =>
  (column) =>
    sql`and ${sql.ref(column)} = ${sql.ref(person)}`

/** Everybody a set of customers has to do with: at home there, known, administering, reading, or in its projects. */
const peopleOf = (customers: Sql, narrowed: Narrowed): Sql => sql`
  select home.id as user_id from app_user as home where home.home_customer_id in ${customers} ${narrowed('home.id')}
  union all
  select user_id from customer_user_profile where customer_id in ${customers} ${narrowed('user_id')}
  union all
  select user_id from customer_admin where customer_id in ${customers} ${narrowed('user_id')}
  union all
  select user_id from customer_api_user where customer_id in ${customers} ${narrowed('user_id')}
  union all
  select user_id from project_member where customer_id in ${customers} ${narrowed('user_id')}`

/** The person, who shares a project with them or administers its customer, and everybody of customers they read. */
const visibleUserIds = (actor: Person, narrowed: Narrowed): Sql => sql`
  select self.id as user_id from app_user as self where self.id = ${ownId(actor)} ${narrowed('self.id')}
  union all
  select fellow.user_id from project_member as fellow
    where fellow.project_id in (select id from ${sharedProjects(actor)} as shared) ${narrowed('fellow.user_id')}
  union all
  select administrator.user_id from customer_admin as administrator
    where administrator.customer_id in (select customer_id from ${sharedProjects(actor)} as shared)
    ${narrowed('administrator.user_id')}
  ${actor.guestOf === null ? sql`union all ${peopleOf(readCustomers(actor), narrowed)}` : sql``}`

/** True where `person` (the column of an internal id) is somebody the actor may know: asked for few rows. */
export const canSeeUser = (actor: Person, person: string): RawBuilder<SqlBool> =>
  isStaff(actor) ? sql`true` : sql`exists (${visibleUserIds(actor, onlyThe(person))})`

/** The same, asked for a list: the set of everybody they may know is made once. */
export const isAmongVisibleUsers = (actor: Person, person: string): RawBuilder<SqlBool> =>
  isStaff(actor) ? sql`true` : sql`${sql.ref(person)} in (${visibleUserIds(actor, all)})`

/** The customer through which an administrator has to do with `person`, the one where they are at home first; else null. */
export const administeredThrough = (
  actor: Person,
  person: { id: string; home: string },
): RawBuilder<string | null> => sql`(
  select office.customer_id from ${officesFor(actor, 'customer_admin')} as office
  where office.user_id = ${actor.id} and not office.awaits_proof and ${isCustomerOpenTo(actor, 'office.customer_id')}
    and exists (${peopleOf(sql`(office.customer_id)`, onlyThe(person.id))})
  order by office.customer_id is not distinct from ${sql.ref(person.home)} desc, office.customer_id
  limit 1)`

/**
 * True where `person` (an alias of app_user) has to do with this customer. Most are at home there; for each of the others it takes some
 * looks into indexes.
 */
export const isStillOfCustomer = (customer: string, person: string): RawBuilder<SqlBool> =>
  sql`(${sql.ref(`${person}.home_customer_id`)} = ${customer}::uuid
    or exists (${peopleOf(sql`(${customer}::uuid)`, onlyThe(`${person}.id`))}))`

/** True when the person reads this customer's people, as staff, administrator or API user. */
export const readsPeopleOf = (actor: Person, customer: string): RawBuilder<SqlBool> =>
  isStaff(actor) ? sql`true` : sql`${customer}::uuid in ${readCustomers(actor)}`
