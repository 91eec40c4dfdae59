import { sql } from 'kysely'
import { retryWhenLocked } from '../../platform/advisory-locks'
import { instantOf } from '../../platform/clock'
import type { Database, StatementPart, Transaction } from '../../platform/database'
import { administersAny, isUsable } from '../account.store'
import { clearFailuresSql } from '../guessing/attempt.store'
import { passwordLockSql, type VerifiedPassword } from '../passwords/passwords.store'
import type { EnteredCode, FactorAttempt, VerifiedCode } from './codes'
import { codesLeft, countAttemptSql, isUnusedCode, spendCodeSql } from './factor.store'

/** Maximum number of codes that may be tried on a challenge (security C4). */
const maxAttempts = 5

/** A new challenge; times in milliseconds. */
export interface NewChallenge {
  ticketHash: Buffer
  userId: string
  browserHash: Buffer | null
  rememberMe: boolean
  createdAt: number
  expiresAt: number
  /** The identity that the code completes linking. */
  pendingLink?: PendingLink
  /** The code creates a feed token for this customer instead of a session. */
  feedCustomer?: string
}

/** An authenticated identity, to be linked when the second factor of the account is verified. */
export interface PendingLink {
  provider: string
  issuer: string
  subject: string
  email: string | null
  /** The account was authenticated by mail instead of its password. */
  byMail?: boolean
}

const rowOf = (challenge: NewChallenge) => ({
  ticket_hash: challenge.ticketHash,
  user_id: challenge.userId,
  browser_hash: challenge.browserHash,
  remember_me: challenge.rememberMe,
  created_at: instantOf(challenge.createdAt),
  expires_at: instantOf(challenge.expiresAt),
  pending_link: challenge.pendingLink === undefined ? null : JSON.stringify(challenge.pendingLink),
  feed_customer_id: challenge.feedCustomer ?? null,
})

export const addChallenge = (db: Transaction, challenge: NewChallenge) =>
  db.insertInto('mfa_challenge').values(rowOf(challenge)).execute()

/** What else is written with a challenge. */
interface ChallengeOptions {
  /** The key of the attempt counter; null for an attempt that was not counted. */
  countedSubject: string | null
  /** Audit events, as `auditRows` makes them. */
  events: string
  /** The verified password. */
  verifiedPassword: VerifiedPassword
  /** A mail, as `mailInOneStatement` makes it. */
  mail?: StatementPart | undefined
}

/**
 * Stores a challenge with all consequences of a verified password, in one statement that is its own transaction: resets the
 * counter and appends the audit events, last because they lock the hash chain.
 */
export const addChallengeInOneStatement = (
  db: Database,
  challenge: NewChallenge,
  { countedSubject, events, verifiedPassword, mail }: ChallengeOptions,
) => {
  const row = rowOf(challenge)
  const statement = sql`
    with verified_password as materialized (${passwordLockSql(verifiedPassword)}),
    settled as (${clearFailuresSql(sql`(select ${countedSubject}::text from verified_password)`, challenge.createdAt)}), added as (
      insert into mfa_challenge (ticket_hash, user_id, browser_hash, remember_me, created_at, expires_at, feed_customer_id)
      select ${row.ticket_hash}, ${row.user_id}::uuid, ${row.browser_hash}, ${row.remember_me}, ${row.created_at}::timestamptz,
        ${row.expires_at}::timestamptz, ${row.feed_customer_id}::uuid
      from (select count(*) from settled) as first, verified_password
      returning user_id
    )${mail ? sql`, ${mail}` : sql``}
    select audit_append(${events}::jsonb) from added`
  return retryWhenLocked(() => statement.execute(db))
}

/** A challenge with what sign-in needs to know of its person. */
export interface AttemptedChallenge {
  userId: string
  email: string
  isStaff: boolean
  isAdministrator: boolean
  homeCustomer: string | null
  mustUpdatePassword: boolean
  rememberMe: boolean
  pendingLink: PendingLink | null
  feedCustomer: string | null
  /** The ticket is valid, and presented by the browser and for the email address that it was issued to. */
  isOpen: boolean
  /** The browser signed in to this account before (security B3). */
  isKnownBrowser: boolean
  /** What the code is verified against; null when the factor is locked out. */
  factor: FactorAttempt | null
  codesLeft: number
}

interface AttemptedRow extends Omit<AttemptedChallenge, 'factor'> {
  secretEncrypted: string | null
  lastStep: number | null
  isRecoveryCode: boolean
  blockedUntil: string | null
}

/** A code entered for a ticket, and the browser it comes from. */
export interface CodeAttempt {
  ticketHash: Buffer
  email: string
  browserHash: Buffer | null
  entered: EnteredCode
  /** Attempts from browsers unknown to the account are neither verified nor counted. */
  onlyKnownBrowser: boolean
}

/**
 * Counts an attempt on a challenge and on the person's factor before the code is verified, in one statement: of concurrent
 * attempts, no more are admitted than are left (security C4).
 */
export async function attemptChallenge(
  db: Database,
  { ticketHash, email, browserHash, entered, onlyKnownBrowser }: CodeAttempt,
  now: number,
): Promise<AttemptedChallenge | undefined> {
  const at = instantOf(now)
  const isKnownBrowser = sql`exists (select from known_browser as known
    where known.user_id = challenge.user_id and known.secret_hash = ${browserHash} and known.expires_at > ${at})`
  const { rows } = await sql<AttemptedRow>`
    with admitted as (
      update mfa_challenge as challenge set attempts = challenge.attempts + 1
      from app_user
      where challenge.ticket_hash = ${ticketHash} and app_user.id = challenge.user_id and app_user.email = ${email}
        and challenge.used_at is null and challenge.attempts < ${maxAttempts} and challenge.expires_at > ${at}
        and (challenge.browser_hash is null or challenge.browser_hash = ${browserHash}) and ${isUsable(at)}
        ${onlyKnownBrowser ? sql`and ${isKnownBrowser}` : sql``}
      returning challenge.user_id
    ), counted as (${countAttemptSql(entered.by, at, sql`select user_id from admitted`)})
    select challenge.user_id as "userId", app_user.email, app_user.home_customer_id as "homeCustomer",
      app_user.role is not null as "isStaff", app_user.must_update_password as "mustUpdatePassword",
      ${administersAny} as "isAdministrator",
      challenge.remember_me as "rememberMe", challenge.pending_link as "pendingLink",
      challenge.feed_customer_id as "feedCustomer",
      admitted.user_id is not null as "isOpen", ${isKnownBrowser} as "isKnownBrowser",
      counted.secret_encrypted as "secretEncrypted", counted.last_step as "lastStep", counted.locked_until as "blockedUntil",
      ${isUnusedCode(sql.ref('counted.user_id'), entered)} as "isRecoveryCode", ${codesLeft(sql.ref('counted.user_id'))} as "codesLeft"
    from mfa_challenge as challenge
    join app_user on app_user.id = challenge.user_id
    left join admitted on true
    left join counted on true
    where challenge.ticket_hash = ${ticketHash}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { secretEncrypted, lastStep, isRecoveryCode, blockedUntil, ...challenge } = row
  const { userId } = challenge
  const factor =
    secretEncrypted === null || lastStep === null
      ? null
      : { userId, secretEncrypted, lastStep, isRecoveryCode, blockedUntil }
  return { ...challenge, factor }
}

/**
 * Spends a ticket and a verified code and opens the session, in one statement: only one of concurrent attempts succeeds
 * (security C2, C3). False for the others.
 */
export async function completeChallenge(
  db: Database,
  { ticketHash, verified, openSession, mail }: Completion,
  now: number,
): Promise<boolean> {
  const at = instantOf(now)
  const statement = sql`
    with used as (${consumeChallengeSql(ticketHash, at)}), ${spendCodeSql(verified, at, sql`select user_id from used`)}
      ${mail ? sql`, ${mail}` : sql``}
    select ${openSession} from spent`
  const { rows } = await retryWhenLocked(() => statement.execute(db))
  return rows.length === 1
}

/** What completes a challenge: `openSession` is an SQL expression, `mail` CTEs that read from `spent`. */
export interface Completion {
  ticketHash: Buffer
  verified: VerifiedCode
  openSession: StatementPart
  mail?: StatementPart | undefined
}

/** Spends a ticket in a transaction that has more to write; false when a concurrent request has spent it. */
export async function consumeChallenge(db: Transaction, ticketHash: Buffer, now: number): Promise<boolean> {
  const { rows } = await consumeChallengeSql(ticketHash, instantOf(now)).execute(db)
  return rows.length === 1
}

const consumeChallengeSql = (ticketHash: Buffer, at: string) =>
  sql`update mfa_challenge set used_at = ${at} where ticket_hash = ${ticketHash} and used_at is null returning user_id`

/** Deletes the challenges of a person, so that nothing begun with an earlier password can be completed (security D6). */
export const dropChallenges = (db: Transaction, userId: string) =>
  db.deleteFrom('mfa_challenge').where('user_id', '=', userId).execute()
