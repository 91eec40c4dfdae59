import type { SignInMethod } from '@lintel/contract/identity/tokens'
import type { Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database, StatementPart, Transaction } from '../../platform/database'
import { isOpen, isUsable, isWithinGuestTime } from '../account.store'
import { holdingPassword, type VerifiedPassword } from '../passwords/passwords.store'
import type { RecentRefresh, RefreshState } from './refresh-step'

/** How somebody proved who they are. */

/** Why a session ended. */
export type EndReason =
  | 'logout'
  | 'over'
  | 'replaced'
  | 'ended-by-owner'
  | 'ended-by-administrator'
  | 'refresh-reuse'
  | 'password-changed'
  | 'access-withdrawn'

/** A session to be opened; times in milliseconds. */
export interface NewSession {
  id: string
  userId: string
  method: SignInMethod
  secondFactor: boolean
  rememberMe: boolean
  guestProject: string | null
  idleSeconds: number
  expiresAt: number
  ip: string
  userAgent: string | null
  browserHash: Buffer | null
  refreshHash: Buffer | null
  /** When the person proved who they are; with the sign-in where nothing else is said. */
  provedAt?: number
  /** Until when the browser is known for this account. */
  browserKnownUntil: number
  /** The session that this browser had until now. */
  replaces: string | null
}

/** How many browsers of an account are known at most (security B3). */
const mostBrowsers = 10

/** What else is to happen in the statement that opens a session, where it is its own transaction. */
export interface BesideSession {
  /** The counter of the attempt that succeeded. */
  settles?: string
  /** Audit events, as `auditRows` makes them. */
  events?: string
  /** The identity of a provider that it begins with. */
  begunWith?: { identityId: string; provider: string }
  /** The password that opens it. */
  held?: VerifiedPassword
  /** The provider that opens it: a part with a row while it may be used. */
  heldProvider?: StatementPart
  /** A mail, as `mailInOneStatement` makes it. */
  mail?: StatementPart | undefined
}

/**
 * Opens a session, ends the one it takes the place of, and remembers the browser and the sign-in: one statement. False where the provider
 * may no longer be used.
 */
export async function insertSession(
  db: Database | Transaction,
  session: NewSession,
  now: number,
  { begunWith, held, heldProvider, mail, ...beside }: BesideSession = {},
): Promise<boolean> {
  const opening = sessionOpening(session, now, beside)
  const holding = held ? holdingPassword(held) : heldProvider
  const parts = [...(holding ? [sql`held as materialized (${holding})`] : []), ...(mail ? [mail] : [])]
  const before = parts.length > 0 ? sql`with ${sql.join(parts)}` : sql``
  const opened = sql`select ${opening} ${holding ? sql`from held` : sql``}`
  const { rows } = await (begunWith
    ? sql`${before} insert into federation_session (session_id, identity_id, provider_id)
        select ${session.id}::uuid, ${begunWith.identityId}::uuid, ${begunWith.provider} from (${opened}) as opened
        returning session_id`
    : sql`${before} ${opened}`
  ).execute(db)
  return rows.length === 1
}

/** The expression that opens a session, for statements that do more. */
export function sessionOpening(
  session: NewSession,
  now: number,
  { settles, events }: Pick<BesideSession, 'settles' | 'events'> = {},
): StatementPart {
  const opening = JSON.stringify({
    id: session.id,
    user_id: session.userId,
    method: session.method,
    second_factor: session.secondFactor,
    remember_me: session.rememberMe,
    guest_project_id: session.guestProject,
    created_at: instantOf(now),
    proved_at: session.provedAt === undefined ? null : instantOf(session.provedAt),
    idle_seconds: session.idleSeconds,
    expires_at: instantOf(session.expiresAt),
    ip: session.ip,
    user_agent: session.userAgent,
    browser_hash: bytea(session.browserHash),
    refresh_hash: bytea(session.refreshHash),
  })
  return sql`session_open(${opening}, ${session.replaces}, ${instantOf(session.browserKnownUntil)}, ${mostBrowsers},
    ${settles ?? null}, ${events ?? null})`
}

/** Bytes as PostgreSQL reads them from text. */
const bytea = (bytes: Buffer | null) => bytes && `\\x${bytes.toString('hex')}`

/** A session as a refresh finds it. */
export interface RefreshedSession extends RefreshState {
  id: string
  userId: string
  email: string
  homeCustomer: string | null
  method: SignInMethod
  rememberMe: boolean
  mustUpdatePassword: boolean
  idleSeconds: number
  expiresAt: string
  provedAt: string
}

/** Reads a session for a refresh and keeps it for this transaction: of twenty at once, one goes first. */
export const lockSession = (db: Transaction, id: string, now: number): Promise<RefreshedSession | undefined> => {
  const at = instantOf(now)
  return db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select([
      'session.id',
      'session.user_id as userId',
      'app_user.email',
      'app_user.home_customer_id as homeCustomer',
      'app_user.must_update_password as mustUpdatePassword',
      sql<SignInMethod>`session.method`.as('method'),
      'session.remember_me as rememberMe',
      'session.idle_seconds as idleSeconds',
      'session.expires_at as expiresAt',
      'session.proved_at as provedAt',
      'session.refresh_hash as refreshHash',
      'session.refresh_generation as generation',
      'session.browser_hash as browserHash',
      sql<RecentRefresh[]>`session.recent_refreshes`.as('recent'),
      sql<boolean>`${isOpen(at)} and ${isUsable(at)} and ${isWithinGuestTime(at)}`.as('isLive'),
    ])
    .where('session.id', '=', id)
    .forUpdate('session')
    .executeTakeFirst()
}

/** The next refresh secret takes the place of the one before it. */
export const rotateSession = (
  db: Transaction,
  id: string,
  next: { hash: Buffer; generation: number; recent: readonly RecentRefresh[] },
  now: number,
) =>
  db
    .updateTable('session')
    .set({
      refresh_hash: next.hash,
      refresh_generation: next.generation,
      recent_refreshes: JSON.stringify(next.recent),
      last_seen_at: instantOf(now),
    })
    .where('id', '=', id)
    .execute()

/** Whose session was ended. */
export interface EndedSession {
  id: string
  userId: string
  email: string
  homeCustomer: string | null
}

/** Ends a session; undefined when it had ended before. */
export function closeSession(
  db: Transaction,
  id: string,
  reason: EndReason,
  now: number,
): Promise<EndedSession | undefined> {
  return db
    .updateTable('session')
    .from('app_user')
    .set({ ended_at: instantOf(now), end_reason: reason })
    .whereRef('app_user.id', '=', 'session.user_id')
    .where('session.id', '=', id)
    .where('session.ended_at', 'is', null)
    .returning([
      'session.id',
      'session.user_id as userId',
      'app_user.email',
      'app_user.home_customer_id as homeCustomer',
    ])
    .executeTakeFirst()
}

/** Ends a session of this person, if it is one of theirs and open. */
export async function closeOwnSession(
  db: Transaction,
  { id, userId, now }: { id: string; userId: string; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ ended_at: instantOf(now), end_reason: 'ended-by-owner' })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where(isOpen(instantOf(now)))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Ends the sessions of a person, all but one where it says so. Gives the ids of those it ended. */
export async function closeSessionsOf(
  db: Transaction,
  userId: string,
  { except, reason, now }: { except?: string; reason: EndReason; now: number },
): Promise<string[]> {
  let ending = db
    .updateTable('session')
    .set({ ended_at: instantOf(now), end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
  if (except !== undefined) ending = ending.where('id', '!=', except)
  const ended = await ending.returning('id').execute()
  return ended.map(({ id }) => id)
}

/** Ends the sessions that began at a provider, which signs nobody in there any more. Gives the ids of those it ended. */
export async function closeSessionsAt(db: Transaction, provider: string, now: number): Promise<string[]> {
  const ended = await db
    .updateTable('session')
    .from('federation_session as begun')
    .set({ ended_at: instantOf(now), end_reason: 'access-withdrawn' satisfies EndReason })
    .whereRef('begun.session_id', '=', 'session.id')
    .where('begun.provider_id', '=', provider)
    .where('session.ended_at', 'is', null)
    .returning('session.id')
    .execute()
  return ended.map(({ id }) => id)
}

/** Somebody whose sessions the actor may end: anybody for staff, else who is at home at a customer of theirs, but no staff. */
export const findLookedAfter = (
  db: Transaction,
  { isStaff, administers }: Pick<Person, 'isStaff' | 'administers'>,
  email: string,
): Promise<{ id: string; homeCustomer: string | null } | undefined> =>
  db
    .selectFrom('app_user')
    .select(['id', 'home_customer_id as homeCustomer'])
    .where('email', '=', email)
    .where(({ and, eb, or, val }) =>
      or([
        eb(val(isStaff), '=', true),
        and([eb('role', 'is', null), eb('home_customer_id', '=', sql<string>`any(${[...administers]}::uuid[])`)]),
      ]),
    )
    .executeTakeFirst()

/** Sets when somebody last proved who they are in this session. */
export const markProved = (db: Transaction, id: string, now: number) =>
  db
    .updateTable('session')
    .set({ proved_at: instantOf(now) })
    .where('id', '=', id)
    .execute()

/** A second factor was given in this session, which was open already. */
export const markSecondFactor = (db: Transaction, id: string, now: number) =>
  db
    .updateTable('session')
    .set({ second_factor: true, second_factor_at: instantOf(now) })
    .where('id', '=', id)
    .execute()

/** Was a second factor given in this session since then, with the sign-in or later? */
export async function gaveSecondFactor(db: Database | Transaction, id: string, since: number): Promise<boolean> {
  const given = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', id)
    .where('second_factor', '=', true)
    .where(sql<boolean>`greatest(created_at, second_factor_at) >= ${instantOf(since)}`)
    .executeTakeFirst()
  return given !== undefined
}

/** The person has no second factor any more: no session of theirs has one. */
export const unmarkSecondFactor = (db: Transaction, userId: string) =>
  db
    .updateTable('session')
    .set({ second_factor: false })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()

/** The open sessions of a person, the last used first. */
export const openSessionsOf = (db: Database, userId: string, now: number) =>
  db
    .selectFrom('session')
    .leftJoin('federation_session as begun', 'begun.session_id', 'session.id')
    .leftJoin('sso_provider as provider', 'provider.id', 'begun.provider_id')
    .select([
      'session.id',
      'session.remember_me as rememberMe',
      'session.second_factor as secondFactor',
      'session.idle_seconds as idleSeconds',
      'session.ip',
      'session.user_agent as userAgent',
      'provider.name as provider',
      sql<SignInMethod>`session.method`.as('method'),
    ])
    .select([
      'session.created_at as createdAt',
      'session.last_seen_at as lastSeenAt',
      'session.expires_at as expiresAt',
    ])
    .where('session.user_id', '=', userId)
    .where(isOpen(instantOf(now)))
    .orderBy('session.last_seen_at', 'desc')
    .limit(200)
    .execute()

/** No browser is known for this account any more. */
export const forgetBrowsers = (db: Transaction, userId: string) =>
  db.deleteFrom('known_browser').where('user_id', '=', userId).execute()
