import { type RawBuilder, type SqlBool, sql } from 'kysely'

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
