import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database'

/**
 * True where `person` (an alias of app_user) has to do with this customer: at home there, in a project, known, administering or
 * reading. One look into an index for each row, however many people and memberships there are: as `exists`, the planner reads every
 * membership of the customer once it expects enough rows.
 */
export function belongsToCustomer(person: string, customer: string | RawBuilder<unknown>): RawBuilder<SqlBool> {
  const id = sql.ref(`${person}.id`)
  const theirs = (table: string) =>
    sql`(select own.user_id from ${sql.table(table)} as own
      where own.customer_id = ${customer} and own.user_id = ${id} limit 1) is not null`
  return sql<SqlBool>`(${sql.ref(`${person}.home_customer_id`)} = ${customer} or ${theirs('project_member')}
    or ${theirs('customer_user_profile')} or ${theirs('customer_admin')} or ${theirs('customer_api_user')})`
}

/**
 * The customer where somebody (by internal id) is at home, with what that gives: its templates, and new projects of its own. Null without
 * one, and while the directory of that customer has them switched off.
 */
export const homeOf = (user: string) => sql<string | null>`(
  select home.home_customer_id from app_user as home
  where home.id = ${user} and not exists (
    select from customer_user_profile as profile
    join scim_user as switched on switched.profile_id = profile.id and not switched.active
    where profile.customer_id = home.home_customer_id and profile.user_id = home.id))`

/** The same, asked by itself. */
export async function findHome(db: Database | Transaction, user: string): Promise<string | null> {
  const { rows } = await sql<{ home: string | null }>`select ${homeOf(user)} as home`.execute(db)
  return rows[0]?.home ?? null
}
