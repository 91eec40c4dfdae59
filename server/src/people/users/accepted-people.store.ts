import { isStaff, type Person } from '@lintel/contract/people/permissions'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ownId } from '../../customers/customers/customer-rights.store'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import { anyOf, uuidOrNil } from '../../platform/rows'
import { readCustomers, sharedProjects } from './person-reach.store'

/**
 * People whom a customer adds by their address: to it, they are the address alone until they accept. Who is of the customer already
 * stays as they are; those whose account is made by this (`added`) have accepted nothing yet.
 */
export const addByAddress = (
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
 * Ids of the people whom the actor sees by name: who accepted at a customer that they read, or at the customer of a project that both
 * are in, and whoever administers that. `narrowed` looks for one of them.
 */
const named = (actor: Person, narrowed: (column: string) => RawBuilder<unknown>) => sql`
  select self.id as user_id from app_user as self where self.id = ${ownId(actor)} ${narrowed('self.id')}
  union all
  select fellow.user_id from ${sharedProjects(actor)} as shared
    join project_member as fellow on fellow.project_id = shared.id
    join customer_person as met on met.customer_id = shared.customer_id and met.user_id = fellow.user_id and met.is_accepted
    where true ${narrowed('fellow.user_id')}
  union all
  select administrator.user_id from customer_admin as administrator
    where administrator.customer_id in (select customer_id from ${sharedProjects(actor)} as shared)
      ${narrowed('administrator.user_id')}
  ${
    actor.guestOf === null
      ? sql`union all select met.user_id from customer_person as met
          where met.is_accepted and met.customer_id in ${readCustomers(actor)} ${narrowed('met.user_id')}`
      : sql``
  }`

/** True where the actor sees `person` (the column of an internal id) by more than their address: asked for few rows. */
export const isNamed = (actor: Person, person: string): RawBuilder<SqlBool> =>
  isStaff(actor)
    ? sql`true`
    : sql`exists (${named(actor, (column) => sql`and ${sql.ref(column)} = ${sql.ref(person)}`)})`

/** The same, asked for a list: the set is made once. */
export const isAmongNamed = (actor: Person, person: string): RawBuilder<SqlBool> =>
  isStaff(actor) ? sql`true` : sql`${sql.ref(person)} in (${named(actor, () => sql``)})`

/** True where `candidate` (an alias of customer_person) accepted, or the actor sees everybody. */
export const isNamedHere = (actor: Person, candidate: string): RawBuilder<SqlBool> =>
  isStaff(actor) ? sql`true` : sql<SqlBool>`${sql.ref(`${candidate}.is_accepted`)}`
