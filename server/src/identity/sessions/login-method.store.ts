import type { CustomerOffice } from '@lintel/contract/people/permissions'
import { type RawBuilder, sql } from 'kysely'

/** Id of the login method that opened a session (`session`, by its alias); null for a guest link. */
export const loginMethodOf = (session: string): RawBuilder<string | null> => {
  const of = (column: string) => sql.ref(`${session}.${column}`)
  return sql<string | null>`case ${of('method')} when 'guest' then null
    when 'federation' then coalesce((select provider_id from federation_session where session_id = ${of('id')}), '')
    else case when ${of('second_factor')} then 'COGNITO_MFA' else 'COGNITO' end end`
}

/** The customers that a person (the column of an internal id) administers or reads, with the login methods of each. */
export const officesOf = (person: string): RawBuilder<CustomerOffice[]> => sql<CustomerOffice[]>`coalesce((
  select jsonb_agg(jsonb_build_object(
    'customer', office.customer_id, 'office', office.office,
    'loginMethods', customer_login_methods(customer.providers, customer.second_factor_from)))
  from (
    select customer_id, 'administers' as office from customer_admin where user_id = ${sql.ref(person)} and not awaits_proof
    union all
    select customer_id, 'readsFor' from customer_api_user where user_id = ${sql.ref(person)} and not awaits_proof
  ) as office join customer on customer.id = office.customer_id), '[]')`

/** Ids of the customers for which a session (by its alias) was proved too long ago. Few customers have such a limit. */
export const tooOldFor = (session: string, at: string): RawBuilder<string[]> => sql<string[]>`array(
  select strict.id from customer as strict
  where ${sql.ref(`${session}.proved_at`)} < ${at}::timestamptz - make_interval(hours => strict.longest_session_hours))`
