import { satisfiedMethods } from '@lintel/contract/customers/login-methods'
import { type Actor, isNoGuest, type Person } from '@lintel/contract/people/permissions'
import { type Expression, type ExpressionBuilder, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { DB } from '../../platform/database.types'

// biome-ignore lint/suspicious/noExplicitAny: joins of any tables can ask about a customer column
type Where = ExpressionBuilder<any, any>

/** What decides whether a session opens a customer. */
type Session = Pick<Person, 'loginMethod' | 'tooOldFor'>

/**
 * True for a customer (by its alias) whose policy excludes the session, whatever the lists of login methods say: its day for the second
 * factor has come, or it wants a younger proof. False, and nothing is asked, for most sessions.
 */
export function isExcludedByPolicy({ loginMethod, tooOldFor = [] }: Session, customer: string): RawBuilder<SqlBool> {
  const of = (column: string) => sql.ref(`${customer}.${column}`)
  const parts = [
    ...(loginMethod === 'COGNITO' ? [sql`coalesce(${of('second_factor_from')} <= now(), false)`] : []),
    ...(tooOldFor.length > 0 ? [sql`${of('id')} = any(${[...tooOldFor]}::uuid[])`] : []),
  ]
  return parts.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(parts, sql` or `)})`
}

/** True for a customer (the column of its id) whose login methods and policy the session satisfies. */
export function isCustomerOpenTo(session: Session, column: string): RawBuilder<boolean> {
  const { loginMethod } = session
  if (loginMethod === null) return sql<boolean>`true`
  return sql<boolean>`not exists (select from customer as closed where closed.id = ${sql.ref(column)}
    and ((closed.providers <> '{}' and not closed.providers && ${[...satisfiedMethods(loginMethod)]}::text[])
      or ${isExcludedByPolicy(session, 'closed')}))`
}

type OfficeTable = 'customer_admin' | 'customer_api_user'

/** Nobody has this id. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** The id by which memberships and homes are the actor's own: an API token has none of its API user's (contract §6). */
export const ownId = ({ id, apiToken }: Pick<Person, 'id' | 'apiToken'>): string => (apiToken ? nobody : id)

/**
 * The rows of administrators or API users that the actor's rights come from: those of the table, or the one that the scopes of
 * an API token stand for.
 */
export function officesFor({ id, apiToken }: Pick<Person, 'id' | 'apiToken'>, table: OfficeTable) {
  if (!apiToken) return sql<Selectable<DB['customer_admin']>>`${sql.table(table)}`
  const { customer, scopes } = apiToken
  const isHeld = table === 'customer_api_user' || scopes.includes('members:write')
  return sql<Selectable<DB['customer_admin']>>`(
    select ${customer}::uuid as customer_id, ${id}::uuid as user_id, false as awaits_proof where ${sql.lit(isHeld)})`
}

const customersBy = (where: Where, table: OfficeTable, actor: Person) =>
  (where as ExpressionBuilder<DB, never>)
    .selectFrom(officesFor(actor, table).as('office'))
    .select('office.customer_id')
    .where('office.user_id', '=', actor.id)
    .where('office.awaits_proof', '=', false)
    .where(isCustomerOpenTo(actor, 'office.customer_id'))

const rightBy =
  (table: OfficeTable) =>
  (where: Where, actor: Actor, column: string): Expression<SqlBool> => {
    if (!isNoGuest(actor)) return sql<SqlBool>`false`
    if (actor.isStaff) return sql<SqlBool>`true`
    const theirs = where(column, 'in', customersBy(where, table, actor))
    // A feed token is its owner's right to one customer, not to the others.
    return actor.exportsOf === undefined ? theirs : where.and([theirs, where(column, '=', actor.exportsOf)])
  }

/** True for rows of customers that the actor administers; all for staff, none for guests and anonymous people. */
export const administeredCustomers = rightBy('customer_admin')

/** True for rows of customers that the actor is an API user of; all for staff, none for guests and anonymous people. */
const servedCustomers = rightBy('customer_api_user')

/** True for rows of customers that the actor may read, as administrator or API user; all for staff. */
export const readableCustomers = (where: Where, actor: Actor, column: string): Expression<SqlBool> =>
  where.or([administeredCustomers(where, actor, column), servedCustomers(where, actor, column)])
