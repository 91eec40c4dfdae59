import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
import { isUsable } from '../account.store'
import type { TokenEnd } from '../credentials/stored-tokens.store'

/** A new feed token; times in milliseconds. */
export interface NewFeedToken {
  id: string
  userId: string
  customer: string
  secretHash: Buffer
  expiresAt: number
  /** The login method of its creator. */
  loginMethod: string
}

/** The joined `app_user` may have feeds: no guest, and no staff, whose sessions are never remembered. */
const mayHaveFeeds = sql<boolean>`(app_user.role is null and not app_user.guest)`

const administers = sql<boolean>`exists (
  select from customer_admin as role where role.customer_id = feed.customer_id and role.user_id = feed.user_id
    and not role.awaits_proof)`
const readsFor = sql<boolean>`exists (
  select from customer_api_user as role where role.customer_id = feed.customer_id and role.user_id = feed.user_id
    and not role.awaits_proof)`

/** Whether the joined `feed` (a feed token) with its owner is valid at `at`. */
const isActive = (at: string) =>
  sql<boolean>`(feed.ended_at is null and feed.expires_at > ${at} and ${isUsable(at)} and ${mayHaveFeeds}
    and (${administers} or ${readsFor}))`

/** Ids of the customers whose feeds a person may have: those they administer or read. */
export async function listFeedCustomers(db: Database, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select role.customer_id as id from (
      select customer_id, user_id from customer_admin where not awaits_proof
      union select customer_id, user_id from customer_api_user where not awaits_proof
    ) as role join app_user on app_user.id = role.user_id
    where role.user_id = ${userId} and ${mayHaveFeeds}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether the session was opened with remember-me. */
export async function isRemembered(db: Database, sessionId: string): Promise<boolean> {
  const found = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('remember_me', '=', true)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Orders the withdrawal of roles at a customer, which changes the customer first, before or after the rest of the transaction. A statement of
 * its own: one that waits for a lock reads other tables as they were before it waited.
 */
export const lockRoles = (db: Transaction, customer: string) =>
  db.selectFrom('customer').select('id').where('id', '=', customer).forShare().execute()

/** Stores a feed token and returns the name of its customer; undefined when the person no longer has a role there. */
export async function insertFeedToken(db: Transaction, token: NewFeedToken, now: number): Promise<string | undefined> {
  const at = instantOf(now)
  await lockRoles(db, token.customer)
  const { rows } = await sql<{ name: string }>`
    with feed as (
      select ${token.customer}::uuid as customer_id, ${token.userId}::uuid as user_id
    ), added as (
      insert into feed_token (id, customer_id, user_id, secret_hash, created_at, expires_at, login_method)
      select ${token.id}::uuid, feed.customer_id, feed.user_id, ${token.secretHash}, ${at}::timestamptz,
        ${instantOf(token.expiresAt)}::timestamptz, ${token.loginMethod}
      from feed join app_user on app_user.id = feed.user_id
      where ${isUsable(at)} and ${mayHaveFeeds} and (${administers} or ${readsFor})
      returning customer_id
    )
    select customer.name from added join customer on customer.id = added.customer_id`.execute(db)
  return rows[0]?.name
}

/** A feed token with what permissions need to know of its owner. */
export interface FeedFacts {
  /** The id of the token. */
  feed: string
  lastUsedAt: string | null
  /** The id of the owner. */
  id: string
  email: string
  customer: string
  homeCustomer: string | null
  mustUpdatePassword: boolean
  /** The login method with which the token was created, and those of its customer. */
  loginMethod: string
  loginMethods: string[]
  administers: boolean
  readsFor: boolean
}

/** The valid feed token of an id or secret with its owner; undefined when it has ended. */
export async function findFeedActor(
  db: Database,
  token: { id: string } | { secretHash: Buffer },
  now: number,
): Promise<FeedFacts | undefined> {
  const matchesToken = 'id' in token ? sql`feed.id = ${token.id}` : sql`feed.secret_hash = ${token.secretHash}`
  const { rows } = await sql<FeedFacts>`
    select feed.id as feed, feed.last_used_at as "lastUsedAt", app_user.id, app_user.email, feed.customer_id as customer,
      app_user.home_customer_id as "homeCustomer",
      app_user.must_update_password as "mustUpdatePassword", ${administers} as administers, ${readsFor} as "readsFor",
      feed.login_method as "loginMethod",
      customer_login_methods(customer.providers, customer.second_factor_from) as "loginMethods"
    from feed_token as feed join app_user on app_user.id = feed.user_id join customer on customer.id = feed.customer_id
    where ${matchesToken} and ${isActive(instantOf(now))}`.execute(db)
  return rows[0]
}

/** A feed token found by its secret, valid or not. */
export interface LockedFeedToken {
  id: string
  userId: string
  email: string
  customer: string
  expiresAt: string
  endReason: string | null
  isActive: boolean
}

/** The feed token of a secret, valid or not, locked for this transaction so that ending it is ordered before or after. */
export async function lockFeedToken(db: Transaction, hash: Buffer, now: number): Promise<LockedFeedToken | undefined> {
  const { rows } = await sql<LockedFeedToken>`
    select feed.id, feed.user_id as "userId", app_user.email, feed.customer_id as customer, feed.expires_at as "expiresAt",
      feed.end_reason as "endReason", ${isActive(instantOf(now))} as "isActive"
    from feed_token as feed join app_user on app_user.id = feed.user_id
    where feed.secret_hash = ${hash}
    for update of feed`.execute(db)
  return rows[0]
}

/** Whether there is a feed token with this secret, valid or ended. */
export async function feedTokenExists(db: Database, hash: Buffer): Promise<boolean> {
  const found = await db.selectFrom('feed_token').select('id').where('secret_hash', '=', hash).executeTakeFirst()
  return found !== undefined
}

/** Updates the last use of a feed token that was used directly; not a change for the audit log. */
export const recordFeedRead = (db: Database, id: string, now: number) =>
  db
    .updateTable('feed_token')
    .set({ last_used_at: instantOf(now) })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()

export const recordFeedUse = (db: Transaction, id: string, now: number) =>
  db
    .updateTable('feed_token')
    .set({ last_used_at: instantOf(now) })
    .where('id', '=', id)
    .execute()

/** The valid feed tokens of a person, newest first. */
export const feedTokensOf = (db: Database, userId: string, now: number) =>
  db
    .selectFrom('feed_token as feed')
    .innerJoin('app_user', 'app_user.id', 'feed.user_id')
    .innerJoin('customer', 'customer.id', 'feed.customer_id')
    .select(['feed.id', 'feed.customer_id as customer', 'customer.name as customerName'])
    .select(['feed.created_at as createdAt', 'feed.last_used_at as lastUsedAt', 'feed.expires_at as expiresAt'])
    .where('feed.user_id', '=', userId)
    .where(isActive(instantOf(now)))
    .orderBy('feed.created_at', 'desc')
    .limit(200)
    .execute()

/** Revokes a feed token of this person and returns its customer; undefined when there is no such valid token. */
export async function endOwnFeedToken(
  db: Transaction,
  { id, userId, now }: { id: string; userId: string; now: number },
): Promise<string | undefined> {
  const ended = await db
    .updateTable('feed_token')
    .set({ ended_at: instantOf(now), end_reason: 'revoked' satisfies TokenEnd })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', instantOf(now))
    .returning('customer_id as customer')
    .executeTakeFirst()
  return ended?.customer
}
