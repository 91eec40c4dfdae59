import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'

/**
 * True where `person` (an alias of app_user) belongs to this customer: by home customer, project membership, profile,
 * or a role as administrator or API user. Each part is one index lookup per row; with `exists` the planner scans
 * every membership of the customer once it expects enough rows.
 */
export function belongsToCustomer(person: string, customer: string | RawBuilder<unknown>): RawBuilder<SqlBool> {
  const id = sql.ref(`${person}.id`)
  const theirs = (table: string) =>
    sql`(select own.user_id from ${sql.table(table)} as own
      where own.customer_id = ${customer} and own.user_id = ${id} limit 1) is not null`
  return sql<SqlBool>`(${sql.ref(`${person}.home_customer_id`)} = ${customer} or ${theirs('project_member')}
    or ${theirs('customer_user_profile')} or ${theirs('customer_admin')} or ${theirs('customer_api_user')})`
}

/** True where the customer's directory has deactivated the person (an alias of app_user), by SCIM or by an import. */
export const isDeactivatedBy = (customer: RawBuilder<unknown>, person: string) => sql<SqlBool>`exists (
  select from customer_user_profile as profile
  left join scim_user as scim on scim.profile_id = profile.id
  where profile.customer_id = ${customer} and profile.user_id = ${sql.ref(`${person}.id`)}
    and (profile.is_disabled or not scim.active))`

/**
 * The home customer of a user (internal id): its templates are theirs, and their new projects belong to it. Null
 * without one, and while that customer's directory has deactivated the user.
 */
export const homeCustomerOf = (user: string) => sql<string | null>`(
  select home.home_customer_id from app_user as home
  where home.id = ${user} and not ${isDeactivatedBy(sql`home.home_customer_id`, 'home')})`

/** Runs {@link homeCustomerOf} as a statement of its own. */
export async function findHomeCustomer(db: Database | Transaction, user: string): Promise<string | null> {
  const { rows } = await sql<{ home: string | null }>`select ${homeCustomerOf(user)} as home`.execute(db)
  return rows[0]?.home ?? null
}
