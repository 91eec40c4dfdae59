import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database, StatementPart, Transaction } from '../../platform/database'
import { type AttemptCounter, abandonedAfterSeconds, freeFailures, lockout, maxFailures } from './guessing'

/** An account with what sign-in needs. */
export interface Account {
  id: string
  email: string
  isStaff: boolean
  isAdministrator: boolean
  homeCustomer: string | null
  /** Not disabled, deleted or past its end date. */
  isUsable: boolean
  mustUpdatePassword: boolean
  passwordHash: string | null
  /** When the password was last changed. */
  passwordChangedAt: string | null
  resetNeeded: boolean
  /** SHA-256 of each mailed one-time password that has not expired. */
  temporaryHashes: Buffer[]
  hasSecondFactor: boolean
}

/** An attempt with a password, counted before the password is verified. */
export interface Attempt {
  /** The key of the counter. */
  subject: string
  isAdmitted: boolean
  /** The browser signed in to this account before and has a counter of its own (security B3). */
  isKnownBrowser: boolean
  /** The counter before this attempt. */
  counter: AttemptCounter
  account: Account | null
}

/** The email and browser of an attempt. `emailHash` and `browserHash` are SHA-256. */
export interface AttemptInput {
  email: string
  emailHash: Buffer
  browserHash: Buffer | null
  now: number
}

interface AttemptRow {
  subject: string
  is_admitted: boolean
  failures: number
  blocked_until: string | null
  account: (Omit<Account, 'temporaryHashes'> & { temporaryHashes: string[] }) | null
}

/**
 * Finds the account and counts the attempt in one statement (security B2): of concurrent attempts, no more are admitted than
 * failures are left. A pending attempt occupies a slot of the counter until it is completed.
 */
export async function beginAttempt(
  db: Database,
  { email, emailHash, browserHash, now }: AttemptInput,
): Promise<Attempt> {
  const { rows } = await sql<AttemptRow>`
    select * from attempt_begin(${email}, ${emailHash}, ${browserHash}, ${instantOf(now)}, ${freeFailures}, ${maxFailures},
      make_interval(secs => ${abandonedAfterSeconds}))`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The attempt was not answered')
  const { subject, is_admitted, failures, blocked_until, account } = row
  return {
    subject,
    isAdmitted: is_admitted,
    isKnownBrowser: subject.startsWith('browser:'),
    counter: { failures, blockedUntil: blocked_until },
    account: account && { ...account, temporaryHashes: account.temporaryHashes.map((hex) => Buffer.from(hex, 'hex')) },
  }
}

/**
 * Counts a failure; from the fifth on, each doubles the lockout. Returns the new state of the counter. `subject` is null for an
 * attempt that is not counted, which costs the same (security B7).
 */
export async function countFailure(
  db: Transaction,
  subject: string | null,
  now: number,
): Promise<AttemptCounter | undefined> {
  const { rows } = await sql<AttemptCounter>`
    update guessing set
      failures = failures + 1,
      pending = greatest(pending - 1, 0),
      blocked_until = case when failures + 1 >= ${freeFailures} then ${instantOf(now)}::timestamptz
        + make_interval(secs => least(${lockout.first} * power(2, least(failures + 1 - ${freeFailures}, 20)), ${lockout.max})) end,
      touched_at = ${instantOf(now)}
    where subject = ${subject}
    returning failures, blocked_until as "blockedUntil"`.execute(db)
  return rows[0]
}

/** Resets the counter after a verified password. */
export const clearFailures = (db: Transaction, subject: string, now: number) =>
  db
    .updateTable('guessing')
    .set(({ fn, eb, val }) => ({
      failures: 0,
      pending: fn<number>('greatest', [eb('pending', '-', 1), val(0)]),
      blocked_until: null,
      touched_at: instantOf(now),
    }))
    .where('subject', '=', subject)
    .execute()

/** The same as a part of a statement; `subject` is null for an attempt that was not counted. */
export const clearFailuresSql = (subject: string | null | StatementPart, now: number) => sql`
  update guessing set failures = 0, pending = greatest(pending - 1, 0), blocked_until = null, touched_at = ${instantOf(now)}
  where subject = ${subject} returning subject`

/** Removes a pending attempt whose password was not verified because the server was overloaded. */
export const cancelAttempt = (db: Database, subject: string) =>
  db
    .updateTable('guessing')
    .set(({ fn, eb, val }) => ({ pending: fn<number>('greatest', [eb('pending', '-', 1), val(0)]) }))
    .where('subject', '=', subject)
    .execute()
