import type { CustomerRole } from '@lintel/contract/people/permissions'
import { type RawBuilder, sql } from 'kysely'

/** Id of the login method that opened a session (`session`, by its alias); null for a guest link. */
export const loginMethodOf = (session: string): RawBuilder<string | null> => {
  const of = (column: string) => sql.ref(`${session}.${column}`)
  return sql<string | null>`case ${of('method')} when 'guest' then null
    when 'federation' then coalesce((select provider_id from federation_session where session_id = ${of('id')}), '')
    else case when ${of('second_factor')} then 'COGNITO_MFA' else 'COGNITO' end end`
}

/** The customer roles of a person (given as the column of an internal id), with the login methods of each customer. */
export const customerRolesOf = (person: string): RawBuilder<CustomerRole[]> => sql<CustomerRole[]>`coalesce((
  select jsonb_agg(jsonb_build_object(
    'customer', held.customer_id, 'role', held.role,
    'loginMethods', customer_login_methods(customer.providers, customer.second_factor_from)))
  from (
    select customer_id, 'administers' as role from customer_admin where user_id = ${sql.ref(person)} and not awaits_proof
    union all
    select customer_id, 'readsFor' from customer_api_user where user_id = ${sql.ref(person)} and not awaits_proof
  ) as held join customer on customer.id = held.customer_id), '[]')`

/** Ids of the customers whose maximum session age is exceeded by a session (given by its alias). */
export const tooOldFor = (session: string, at: string): RawBuilder<string[]> => sql<string[]>`array(
  select strict.id from customer as strict
  where ${sql.ref(`${session}.proved_at`)} < ${at}::timestamptz - make_interval(hours => strict.longest_session_hours))`
