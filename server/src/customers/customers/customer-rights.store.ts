import { satisfiedMethods } from '@lintel/contract/customers/login-methods'
import { type Actor, isFullUser, type Person } from '@lintel/contract/people/permissions'
import { type Expression, type ExpressionBuilder, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { DB } from '../../platform/database.types'

// biome-ignore lint/suspicious/noExplicitAny: joins of any tables can ask about a customer column
type Where = ExpressionBuilder<any, any>

/** The parts of a session that decide whether it may access a customer. */
type Session = Pick<Person, 'loginMethod' | 'tooOldFor'>

/**
 * True for a customer (by alias) whose policy excludes the session regardless of login methods: the second factor is
 * required by now, or the session is too old. For most sessions this is a constant false.
 */
export function isExcludedByPolicy({ loginMethod, tooOldFor = [] }: Session, customer: string): RawBuilder<SqlBool> {
  const of = (column: string) => sql.ref(`${customer}.${column}`)
  const parts = [
    ...(loginMethod === 'COGNITO' ? [sql`coalesce(${of('second_factor_from')} <= now(), false)`] : []),
    ...(tooOldFor.length > 0 ? [sql`${of('id')} = any(${[...tooOldFor]}::uuid[])`] : []),
  ]
  return parts.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(parts, sql` or `)})`
}

/** True for a customer (by id column) whose login methods and policy the session satisfies. */
export const isCustomerOpenTo = (session: Session, column: string): RawBuilder<boolean> =>
  session.loginMethod === null
    ? sql<boolean>`true`
    : sql<boolean>`not exists (select from customer as closed where closed.id = ${sql.ref(column)}
        and ${isCustomerClosedTo(session, 'closed')})`

/**
 * The login methods that would open a customer (by alias) that is closed to the session, empty if a fresh proof would; null if it is open.
 */
export function customerMissingMethods(session: Session, customer: string): RawBuilder<string[] | null> {
  const of = (column: string) => sql.ref(`${customer}.${column}`)
  return sql<string[] | null>`case
    when not ${isCustomerClosedTo(session, customer)} then null
    when ${of('id')} = any(${[...(session.tooOldFor ?? [])]}::uuid[]) then '{}'::text[]
    else customer_login_methods(${of('providers')}, ${of('second_factor_from')}) end`
}

/** True for a customer (by alias) whose login methods or policy exclude the session. */
function isCustomerClosedTo(session: Session, customer: string): RawBuilder<SqlBool> {
  if (session.loginMethod === null) return sql<SqlBool>`false`
  const providers = sql.ref(`${customer}.providers`)
  return sql<SqlBool>`((${providers} <> '{}' and not ${providers} && ${[...satisfiedMethods(session.loginMethod)]}::text[])
    or ${isExcludedByPolicy(session, customer)})`
}

type RoleTable = 'customer_admin' | 'customer_api_user'

/** The nil UUID, which no user has. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** The user id for the actor's own memberships and home customer; an API token has none of its API user's (contract §6). */
export const ownId = ({ id, apiToken }: Pick<Person, 'id' | 'apiToken'>): string => (apiToken ? nobody : id)

/** The role rows that the actor's rights are based on: those of the table, or a single row derived from the scopes of an API token. */
export function roleRowsFor({ id, apiToken }: Pick<Person, 'id' | 'apiToken'>, table: RoleTable) {
  if (!apiToken) return sql<Selectable<DB['customer_admin']>>`${sql.table(table)}`
  const { customer, scopes } = apiToken
  const hasRole = table === 'customer_api_user' || scopes.includes('members:write')
  return sql<Selectable<DB['customer_admin']>>`(
    select ${customer}::uuid as customer_id, ${id}::uuid as user_id, false as awaits_proof where ${sql.lit(hasRole)})`
}

const customersWithRole = (where: Where, table: RoleTable, actor: Person) =>
  (where as ExpressionBuilder<DB, never>)
    .selectFrom(roleRowsFor(actor, table).as('role_row'))
    .select('role_row.customer_id')
    .where('role_row.user_id', '=', actor.id)
    .where('role_row.awaits_proof', '=', false)
    .where(isCustomerOpenTo(actor, 'role_row.customer_id'))

const rowFilterFor =
  (table: RoleTable) =>
  (where: Where, actor: Actor, column: string): Expression<SqlBool> => {
    if (!isFullUser(actor)) return sql<SqlBool>`false`
    if (actor.isStaff) return sql<SqlBool>`true`
    const inCustomers = where(column, 'in', customersWithRole(where, table, actor))
    // A feed token is limited to one customer.
    return actor.feedCustomer === undefined
      ? inCustomers
      : where.and([inCustomers, where(column, '=', actor.feedCustomer)])
  }

/** True for rows of customers that the actor administers; all for staff, none for guests and anonymous actors. */
export const administeredCustomers = rowFilterFor('customer_admin')

/** True for rows of customers where the actor is an API user; all for staff, none for guests and anonymous actors. */
const servedCustomers = rowFilterFor('customer_api_user')

/** True for rows of customers that the actor may read, as administrator or API user; all for staff. */
export const readableCustomers = (where: Where, actor: Actor, column: string): Expression<SqlBool> =>
  where.or([administeredCustomers(where, actor, column), servedCustomers(where, actor, column)])
