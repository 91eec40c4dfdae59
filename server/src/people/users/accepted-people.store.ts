import { isStaff, type Person } from '@lintel/contract/people/permissions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ownId } from '../../customers/customers/customer-rights.store'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import { anyOf, uuidOrNil } from '../../platform/rows'
import { readableCustomerIds, sharedProjects } from './user-visibility.store'

/**
 * Records people whom a customer adds by email: until they accept, the customer sees the address alone. People who
 * already belong to the customer are unchanged; accounts created by this call (`added`) count as not accepted yet.
 */
export const addByEmail = (
  { db, now }: Pick<Change, 'db' | 'now'>,
  { customer, users, added }: { customer: string; users: readonly string[]; added: readonly string[] },
) =>
  sql`
    insert into customer_person (customer_id, user_id, name, email, created_at, is_accepted)
    select customer.id, person.id, '', person.email, ${instantOf(now)}::timestamptz, false
      from app_user as person join customer on customer.id = ${uuidOrNil(customer)}
      where person.id = ${anyOf(users)} order by person.id
    on conflict (customer_id, user_id) do update set is_accepted = false, name = '', created_at = excluded.created_at
      where excluded.user_id = ${anyOf(added)}`.execute(db)

/**
 * Ids of the people whose name the actor may see: those who accepted at a customer the actor reads or at the customer
 * of a shared project, and that customer's administrators. `filter` restricts the set to one person.
 */
const named = (actor: Person, filter: (column: string) => RawBuilder<unknown>) => sql`
  select self.id as user_id from app_user as self where self.id = ${ownId(actor)} ${filter('self.id')}
  union all
  select fellow.user_id from ${sharedProjects(actor)} as shared
    join project_member as fellow on fellow.project_id = shared.id
    join customer_person as met on met.customer_id = shared.customer_id and met.user_id = fellow.user_id and met.is_accepted
    where true ${filter('fellow.user_id')}
  union all
  select administrator.user_id from customer_admin as administrator
    where administrator.customer_id in (select customer_id from ${sharedProjects(actor)} as shared)
      ${filter('administrator.user_id')}
  ${
    actor.guestOf === null
      ? sql`union all select met.user_id from customer_person as met
          where met.is_accepted and met.customer_id in ${readableCustomerIds(actor)} ${filter('met.user_id')}`
      : sql``
  }`

/** True where the actor may see the name of `person` (a column with an internal id). For queries over few rows. */
export const canSeeName = (actor: Person, person: string): RawBuilder<SqlBool> =>
  isStaff(actor)
    ? sql`true`
    : sql`exists (${named(actor, (column) => sql`and ${sql.ref(column)} = ${sql.ref(person)}`)})`

/** Like {@link canSeeName}, for lists: the set of people is computed once. */
export const isAmongNamedUsers = (actor: Person, person: string): RawBuilder<SqlBool> =>
  isStaff(actor) ? sql`true` : sql`${sql.ref(person)} in (${named(actor, () => sql``)})`

/** Whether a person has accepted at a customer, both given as expressions: until then it learns nothing of them but the address that it added. */
export const hasAccepted = (customer: RawBuilder<unknown>, person: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`not exists (
    select from customer_person as met where met.customer_id = ${customer} and met.user_id = ${person} and not met.is_accepted)`

/** True where `candidate` (an alias of customer_person) has accepted, or the actor is staff. */
export const isNamedInCustomer = (actor: Person, candidate: string): RawBuilder<SqlBool> =>
  isStaff(actor) ? sql`true` : sql<SqlBool>`${sql.ref(`${candidate}.is_accepted`)}`

/**
 * The name of a `person` at the customer of `candidate` (their row of customer_person): the customer's own profile on top of the name of an
 * account that accepted. Staff see the names of accounts that did not as well.
 */
export const nameInCustomer = (actor: Person, candidate: string, person: string): RawBuilder<string> => {
  const name = sql.ref<string>(`${candidate}.name`)
  return isStaff(actor) ? sql`coalesce(nullif(${name}, ''), ${sql.ref(`${person}.name`)})` : sql`${name}`
}
