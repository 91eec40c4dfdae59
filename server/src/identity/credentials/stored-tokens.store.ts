import type { Person } from '@lintel/contract/people/permissions'
import { type SelectQueryBuilder, sql } from 'kysely'
import { administeredCustomers } from '../../customers/customers/customer-rights.store'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
import { uuidOrNil } from '../../platform/rows'

/** Minimum time between two audit events for the use of an ended token, in seconds. */
const refusalAuditIntervalSeconds = 3_600
/** Maximum number of tokens in a list. */
const maxListed = 500

/** Why a token ended; database triggers also set `office-lost` and `person-disabled`. */
export type TokenEnd =
  | 'revoked'
  | 'password-changed'
  | 'access-withdrawn'
  | 'mfa-changed'
  | 'mailbox-proved'
  | 'ended-by-administrator'

/** The tables of tokens, with the type of their audit events. */
export const auditTypes = {
  api_token: 'api-tokens',
  display_token: 'display-tokens',
  feed_token: 'feed-tokens',
} as const

export type TokenTable = keyof typeof auditTypes

/** The tokens that administrators of a customer list and revoke. */
type CustomerTokenTable = Exclude<TokenTable, 'feed_token'>

/** A token that was revoked or has expired. */
export interface EndedToken {
  id: string
  customer: string
  userId: string
  email: string
  reason: string
  /** No use of it was recorded in the audit log within the last hour. */
  isAuditDue: boolean
}

/** The ended token of a secret, with the reason. Only for a secret that was not found as that of a valid token. */
export async function findEndedToken(
  db: Database,
  table: TokenTable,
  secretHash: Buffer,
  now: number,
): Promise<EndedToken | undefined> {
  const lastRefusal = sql`(
    select event.occurred_at from audit_event as event
    where event.tenant_id = token.customer_id and event.target_type = ${auditTypes[table]}
      and event.target_id = token.id::text and event.result = 'failure'
    order by event.sequence desc limit 1)`
  const { rows } = await sql<EndedToken>`
    select token.id, token.customer_id as customer, token.user_id as "userId", app_user.email,
      coalesce(token.end_reason, 'over') as reason,
      coalesce(${lastRefusal} < ${instantOf(now)}::timestamptz
        - make_interval(secs => ${refusalAuditIntervalSeconds}), true) as "isAuditDue"
    from ${sql.table(table)} as token join app_user on app_user.id = token.user_id
    where token.secret_hash = ${secretHash}`.execute(db)
  return rows[0]
}

/** The same, with the token locked until the transaction ends: it sees every use that was recorded under this lock. */
export async function lockEndedToken(
  db: Transaction,
  table: TokenTable,
  secretHash: Buffer,
  now: number,
): Promise<EndedToken | undefined> {
  // A statement of its own, because one sees only what was committed before it began, not before it got the lock.
  await sql`select from ${sql.table(table)} where secret_hash = ${secretHash} for no key update`.execute(db)
  return findEndedToken(db, table, secretHash, now)
}

/** Lists tokens (`token` in the query): the valid ones first, each newest first. */
export const listValidFirst = <DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  now: number,
) =>
  query
    .orderBy(sql`token.ended_at is null and token.expires_at > ${instantOf(now)}`, 'desc')
    .orderBy(sql`token.created_at`, 'desc')
    .orderBy(sql`token.id`, 'desc')
    .limit(maxListed)
    .execute()

/** Revokes a token of a customer that the actor administers; undefined when there is none or it has ended already. */
export const revokeToken = (
  db: Transaction,
  table: CustomerTokenTable,
  actor: Person,
  { id, now }: { id: string; now: number },
): Promise<{ customer: string } | undefined> =>
  db
    .updateTable(table)
    .set({ ended_at: instantOf(now), end_reason: 'revoked' satisfies TokenEnd })
    .where('id', '=', uuidOrNil(id))
    .where('ended_at', 'is', null)
    .where((where) => administeredCustomers(where, actor, 'customer_id'))
    .returning('customer_id as customer')
    .executeTakeFirst()

/** Ends all tokens of a person in a table, in the transaction of its cause (security D6). */
export const endTokens = (
  db: Transaction,
  table: TokenTable,
  { userId, reason, now }: { userId: string; reason: TokenEnd; now: number },
) =>
  db
    .updateTable(table)
    .set({ ended_at: instantOf(now), end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()

/** Ends the feed and display tokens that were created in a session of this provider, of everybody or of one person. */
export async function endTokensOfProvider(
  db: Transaction,
  { provider, userId }: { provider: string; userId?: string },
  now: number,
): Promise<void> {
  for (const table of ['feed_token', 'display_token'] as const) {
    const ending = db
      .updateTable(table)
      .set({ ended_at: instantOf(now), end_reason: 'access-withdrawn' satisfies TokenEnd })
      .where('login_method', '=', provider)
      .where('ended_at', 'is', null)
    await (userId === undefined ? ending : ending.where('user_id', '=', userId)).execute()
  }
}
