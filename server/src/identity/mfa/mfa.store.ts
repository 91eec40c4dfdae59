import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database, StatementPart, Transaction } from '../../platform/database'
import { isUsable } from '../account.store'
import { givingBack } from '../guessing/attempt.store'
import { holdingPassword, type VerifiedPassword } from '../passwords/passwords.store'
import type { CountedFactor, GivenCode, RightCode } from './codes'
import { codesLeft, countingAttempt, isUnused, spending } from './factor.store'

/** Codes that may be tried on a challenge (security C4). */
const mostAttempts = 5

/** A challenge as it is stored; times in milliseconds. */
export interface NewChallenge {
  ticketHash: Buffer
  userId: string
  browserHash: Buffer | null
  rememberMe: boolean
  createdAt: number
  expiresAt: number
  /** The identity of a provider that the code is to link. */
  pendingLink?: PendingLink
  /** The code opens no session: it makes a feed token for this customer. */
  feedCustomer?: string
}

/** An identity that a provider proved, waiting for the second factor of the account it is to be linked to. */
export interface PendingLink {
  provider: string
  issuer: string
  subject: string
  email: string | null
  /** Mail proved the account, in the place of its password. */
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

/** What else a right password leads to, beside the challenge. */
interface ChallengeInOneStatement {
  /** The counter of the attempt; null for one that holds no place. */
  settles: string | null
  /** Audit events, as `auditRows` makes them. */
  events: string
  /** The password that was right. */
  held: VerifiedPassword
  /** A mail, as `mailInOneStatement` makes it. */
  mail?: StatementPart | undefined
}

/**
 * The same with all that belongs to a right password, in one statement that is its own transaction: gives the counter of
 * the attempt back and appends the audit events, which come last since they lock the chain.
 */
export const addChallengeInOneStatement = (
  db: Database,
  challenge: NewChallenge,
  { settles, events, held, mail }: ChallengeInOneStatement,
) => {
  const row = rowOf(challenge)
  return sql`
    with held as materialized (${holdingPassword(held)}),
    settled as (${givingBack(sql`(select ${settles}::text from held)`, challenge.createdAt)}), added as (
      insert into mfa_challenge (ticket_hash, user_id, browser_hash, remember_me, created_at, expires_at, feed_customer_id)
      select ${row.ticket_hash}, ${row.user_id}::uuid, ${row.browser_hash}, ${row.remember_me}, ${row.created_at}::timestamptz,
        ${row.expires_at}::timestamptz, ${row.feed_customer_id}::uuid
      from (select count(*) from settled) as first, held
      returning user_id
    )${mail ? sql`, ${mail}` : sql``}
    select audit_append(${events}::jsonb) from added`.execute(db)
}

/** A challenge with what a sign-in needs to know of its person. */
export interface TriedChallenge {
  userId: string
  email: string
  isStaff: boolean
  isAdministrator: boolean
  homeCustomer: string | null
  mustUpdatePassword: boolean
  rememberMe: boolean
  pendingLink: PendingLink | null
  feedCustomer: string | null
  /** The ticket is alive, and held by the browser and for the address that it was given to. */
  isOpen: boolean
  /** The browser signed in to this account before (security B3). */
  isKnownBrowser: boolean
  /** What the code is judged by; null when the factor rests. */
  factor: CountedFactor | null
  codesLeft: number
}

interface TriedRow extends Omit<TriedChallenge, 'factor'> {
  secretEncrypted: string | null
  lastStep: number | null
  isRecoveryCode: boolean
  blockedUntil: string | null
}

/** Who tries a code on a ticket, from where. */
export interface TryingCode {
  ticketHash: Buffer
  email: string
  browserHash: Buffer | null
  given: GivenCode
  /** From any other browser nothing is tried, nor counted. */
  onlyKnownBrowser: boolean
}

/**
 * Counts an attempt on a challenge and on its person's factor, before the code is looked at, in one statement: of any number
 * at once, no more are looked at than are left (security C4).
 */
export async function tryChallenge(
  db: Database,
  { ticketHash, email, browserHash, given, onlyKnownBrowser }: TryingCode,
  now: number,
): Promise<TriedChallenge | undefined> {
  const at = instantOf(now)
  const isKnownBrowser = sql`exists (select from known_browser as known
    where known.user_id = challenge.user_id and known.secret_hash = ${browserHash} and known.expires_at > ${at})`
  const { rows } = await sql<TriedRow>`
    with admitted as (
      update mfa_challenge as challenge set attempts = challenge.attempts + 1
      from app_user
      where challenge.ticket_hash = ${ticketHash} and app_user.id = challenge.user_id and app_user.email = ${email}
        and challenge.used_at is null and challenge.attempts < ${mostAttempts} and challenge.expires_at > ${at}
        and (challenge.browser_hash is null or challenge.browser_hash = ${browserHash}) and ${isUsable(at)}
        ${onlyKnownBrowser ? sql`and ${isKnownBrowser}` : sql``}
      returning challenge.user_id
    ), counted as (${countingAttempt(given.by, at, sql`select user_id from admitted`)})
    select challenge.user_id as "userId", app_user.email, app_user.home_customer_id as "homeCustomer",
      app_user.role is not null as "isStaff", app_user.must_update_password as "mustUpdatePassword",
      exists (select from customer_admin where customer_admin.user_id = app_user.id) as "isAdministrator",
      challenge.remember_me as "rememberMe", challenge.pending_link as "pendingLink",
      challenge.feed_customer_id as "feedCustomer",
      admitted.user_id is not null as "isOpen", ${isKnownBrowser} as "isKnownBrowser",
      counted.secret_encrypted as "secretEncrypted", counted.last_step as "lastStep", counted.rests_until as "blockedUntil",
      ${isUnused(sql.ref('counted.user_id'), given)} as "isRecoveryCode", ${codesLeft(sql.ref('counted.user_id'))} as "codesLeft"
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
 * Spends a ticket and a right code and does `opening`, in one statement: of any number at once, one gets that far
 * (security C2, C3). False for the others.
 */
export async function completeChallenge(
  db: Database,
  { ticketHash, right, opening, mail }: Completion,
  now: number,
): Promise<boolean> {
  const at = instantOf(now)
  const { rows } = await sql`
    with used as (${usingChallenge(ticketHash, at)}), ${spending(right, at, sql`select user_id from used`)}
      ${mail ? sql`, ${mail}` : sql``}
    select ${opening} from spent`.execute(db)
  return rows.length === 1
}

/** What completes a challenge: `opening` is an expression, `mail` parts of a statement that read from `spent`. */
export interface Completion {
  ticketHash: Buffer
  right: RightCode
  opening: StatementPart
  mail?: StatementPart | undefined
}

/** Spends a ticket in the transaction of a sign-in that has more to write; false when another one was faster. */
export async function useChallenge(db: Transaction, ticketHash: Buffer, now: number): Promise<boolean> {
  const { rows } = await usingChallenge(ticketHash, instantOf(now)).execute(db)
  return rows.length === 1
}

const usingChallenge = (ticketHash: Buffer, at: string) =>
  sql`update mfa_challenge set used_at = ${at} where ticket_hash = ${ticketHash} and used_at is null returning user_id`

/** Nothing that was begun with an earlier password can be completed (security D6). */
export const dropChallenges = (db: Transaction, userId: string) =>
  db.deleteFrom('mfa_challenge').where('user_id', '=', userId).execute()
