import { type Actor, isSignedIn } from '@lintel/contract/people/permissions'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '../../platform/database.types'

// biome-ignore lint/suspicious/noExplicitAny: joins of any tables can ask about a customer column
type Where = ExpressionBuilder<any, any>

const customersBy = (where: Where, table: 'customer_admin' | 'customer_api_user', user: string) =>
  (where as ExpressionBuilder<DB, never>).selectFrom(table).select('customer_id').where('user_id', '=', user)

/** True for rows of customers that the actor administers; all for staff, none for anonymous. */
export function administeredCustomers(where: Where, actor: Actor, column: string): Expression<SqlBool> {
  if (!isSignedIn(actor)) return sql<SqlBool>`false`
  if (actor.isStaff) return sql<SqlBool>`true`
  return where(column, 'in', customersBy(where, 'customer_admin', actor.id))
}

/** True for rows of customers that the actor may read as administrator or API user; all for staff. */
export function readableCustomers(where: Where, actor: Actor, column: string): Expression<SqlBool> {
  if (!isSignedIn(actor)) return sql<SqlBool>`false`
  if (actor.isStaff) return sql<SqlBool>`true`
  return where.or([
    where(column, 'in', customersBy(where, 'customer_admin', actor.id)),
    where(column, 'in', customersBy(where, 'customer_api_user', actor.id)),
  ])
}
