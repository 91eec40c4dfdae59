import type { SignInMethod } from '@lintel/contract/identity/tokens'
import type { Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import { canSeeName } from '../../people/users/accepted-people.store'
import { administeredThrough } from '../../people/users/user-visibility.store'
import { instantOf } from '../../platform/clock'
import type { Database, StatementPart, Transaction } from '../../platform/database'
import { isOpen, isUsable, isWithinGuestTime } from '../account.store'
import { passwordLockSql, type VerifiedPassword } from '../passwords/passwords.store'
import type { RecentRefresh, RefreshState } from './refresh-step'

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

/** A new session; times in milliseconds. */
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
  /** When the person authenticated; default the sign-in. */
  provedAt?: number
  /** Until when the browser is known to this account. */
  browserKnownUntil: number
  /** The previous session of this browser. */
  replaces: string | null
}

/** Maximum number of known browsers of an account (security B3). */
const maxBrowsers = 10

/** What else is done in the statement that opens a session, where that is its own transaction. */
export interface SessionStatementOptions {
  /** The key of the attempt counter to reset. */
  countedSubject?: string
  /** Audit events, as `auditRows` makes them. */
  events?: string
  /** The identity with which it was opened. */
  externalIdentity?: { identityId: string; provider: string }
  /** The verified password that opens it. */
  verifiedPassword?: VerifiedPassword
  /** A query that locks the provider and has a row while it may be used. */
  providerLock?: StatementPart
  /** A mail, as `mailInOneStatement` makes it. */
  mail?: StatementPart | undefined
}

/**
 * Opens a session, ends the one it replaces, and records the browser and the sign-in, in one statement. False where the
 * provider may no longer be used.
 */
export async function insertSession(
  db: Database | Transaction,
  session: NewSession,
  now: number,
  { externalIdentity, verifiedPassword, providerLock, mail, ...more }: SessionStatementOptions = {},
): Promise<boolean> {
  const opening = openSessionCall(session, now, more)
  const lockPart = verifiedPassword ? passwordLockSql(verifiedPassword) : providerLock
  const parts = [...(lockPart ? [sql`lock_part as materialized (${lockPart})`] : []), ...(mail ? [mail] : [])]
  const before = parts.length > 0 ? sql`with ${sql.join(parts)}` : sql``
  const opened = sql`select ${opening} ${lockPart ? sql`from lock_part` : sql``}`
  const { rows } = await (externalIdentity
    ? sql`${before} insert into federation_session (session_id, identity_id, provider_id)
        select ${session.id}::uuid, ${externalIdentity.identityId}::uuid, ${externalIdentity.provider} from (${opened}) as opened
        returning session_id`
    : sql`${before} ${opened}`
  ).execute(db)
  return rows.length === 1
}

/** The SQL expression that opens a session. */
export function openSessionCall(
  session: NewSession,
  now: number,
  { countedSubject, events }: Pick<SessionStatementOptions, 'countedSubject' | 'events'> = {},
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
  return sql`session_open(${opening}, ${session.replaces}, ${instantOf(session.browserKnownUntil)}, ${maxBrowsers},
    ${countedSubject ?? null}, ${events ?? null})`
}

/** Bytes in the text format of `bytea`. */
const bytea = (bytes: Buffer | null) => bytes && `\\x${bytes.toString('hex')}`

/** A session with its refresh state. */
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

/** Reads and locks a session for a refresh, so that concurrent refreshes run one after the other. */
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

/** Stores the next refresh secret of a session. */
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

/** An ended session and its person. */
export interface EndedSession {
  id: string
  userId: string
  email: string
  homeCustomer: string | null
}

/** Ends a session; undefined when it had ended already. */
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

/** Ends the sessions of a person, except one if given. Returns the ids of the ended sessions. */
export async function closeSessionsOf(
  db: Transaction,
  userId: string,
  { exceptSession, reason, now }: { exceptSession: string | undefined; reason: EndReason; now: number },
): Promise<string[]> {
  let ending = db
    .updateTable('session')
    .set({ ended_at: instantOf(now), end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
  if (exceptSession !== undefined) ending = ending.where('id', '!=', exceptSession)
  const ended = await ending.returning('id').execute()
  return ended.map(({ id }) => id)
}

/**
 * Ends the sessions that were opened by a provider. Those past their end, which are most that are stored, stay as they are: they open nothing and
 * are never extended.
 */
export async function closeSessionsOfProvider(db: Transaction, provider: string, now: number): Promise<void> {
  await db
    .updateTable('session')
    .from('federation_session as federated')
    .set({ ended_at: instantOf(now), end_reason: 'access-withdrawn' satisfies EndReason })
    .whereRef('federated.session_id', '=', 'session.id')
    .where('federated.provider_id', '=', provider)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', instantOf(now))
    .execute()
}

/** An account whose sessions an administrator or staff ask to end. */
interface AdministeredPerson {
  id: string
  /** False for somebody who has not accepted (decision 085): nothing ends, and the answer is as if it did. */
  mayEnd: boolean
  /** The customer whose audit log records it. */
  customer: string | null
}

/**
 * The account of an email address whose sessions the actor may end: any for staff, otherwise accounts of a home customer that
 * they administer, except staff. Also people of a customer of theirs who have not accepted, whose home they may not learn.
 */
export function findAdministeredPerson(
  db: Transaction,
  actor: Person,
  email: string,
): Promise<AdministeredPerson | undefined> {
  const found = db.selectFrom('app_user').select('app_user.id').where('email', '=', email)
  if (actor.isStaff)
    return found.select([sql<boolean>`true`.as('mayEnd'), 'home_customer_id as customer']).executeTakeFirst()
  const through = administeredThrough(actor, { id: 'app_user.id', home: 'app_user.home_customer_id' })
  const isHome = sql<boolean>`(home_customer_id is not distinct from ${through})`
  return found
    .select([isHome.as('mayEnd'), through.as('customer')])
    .where('role', 'is', null)
    .where(sql<boolean>`${through} is not null and (${isHome} or not ${canSeeName(actor, 'app_user.id')})`)
    .executeTakeFirst()
}

/** Sets the time of the last authentication in this session. */
export const markProved = (db: Transaction, id: string, now: number) =>
  db
    .updateTable('session')
    .set({ proved_at: instantOf(now) })
    .where('id', '=', id)
    .execute()

/** Records that a second factor was used in an open session. */
export const markSecondFactor = (db: Transaction, id: string, now: number) =>
  db
    .updateTable('session')
    .set({ second_factor: true, second_factor_at: instantOf(now) })
    .where('id', '=', id)
    .execute()

/** Whether a second factor was used in this session since then, at the sign-in or later. */
export async function hasSecondFactorSince(db: Database | Transaction, id: string, since: number): Promise<boolean> {
  const match = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', id)
    .where('second_factor', '=', true)
    .where(sql<boolean>`greatest(created_at, second_factor_at) >= ${instantOf(since)}`)
    .executeTakeFirst()
  return match !== undefined
}

/** Clears the second factor of all sessions of a person who has none any more. */
export const clearSecondFactor = (db: Transaction, userId: string) =>
  db
    .updateTable('session')
    .set({ second_factor: false })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()

/** Deletes the known browsers of an account, except that of a session. */
export const forgetBrowsers = (db: Transaction, userId: string, exceptSession?: string) =>
  sql`
    delete from known_browser where user_id = ${userId}
    and secret_hash is distinct from (select browser_hash from session where id = ${exceptSession ?? null})`.execute(db)
