import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database, StatementPart, Transaction } from '../../platform/database'
import { abandonedAfterSeconds, freeFailures, type Guesses, mostFailures, waits } from './guessing'

/** What signing in needs to know of an account. */
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
  /** When that became the password. */
  passwordChangedAt: string | null
  resetNeeded: boolean
  /** SHA-256 of the one-time password of an open invitation. */
  temporaryHash: Buffer | null
  hasSecondFactor: boolean
}

/** An attempt on a password, counted before the password is looked at. */
export interface Attempt {
  /** The counter that it is counted by. */
  subject: string
  isAdmitted: boolean
  /** The browser signed in to this account before: the attempt is counted by its own counter (security B3). */
  isKnownBrowser: boolean
  /** The counter as it stood before. */
  guesses: Guesses
  account: Account | null
}

/** Who tries, from where. `emailHash` and `browserHash` are SHA-256. */
export interface Trying {
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
  account: (Omit<Account, 'temporaryHash'> & { temporaryHash: string | null }) | null
}

/**
 * Finds the account and counts the attempt, in one statement (security B2): of any number at once, no more are admitted
 * than failures are left. Attempts that are under way hold a place each, which a right password gives back.
 */
export async function beginAttempt(db: Database, { email, emailHash, browserHash, now }: Trying): Promise<Attempt> {
  const { rows } = await sql<AttemptRow>`
    select * from attempt_begin(${email}, ${emailHash}, ${browserHash}, ${instantOf(now)}, ${freeFailures}, ${mostFailures},
      make_interval(secs => ${abandonedAfterSeconds}))`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The attempt was not answered')
  const { subject, is_admitted, failures, blocked_until, account } = row
  return {
    subject,
    isAdmitted: is_admitted,
    isKnownBrowser: subject.startsWith('browser:'),
    guesses: { failures, blockedUntil: blocked_until },
    account: account && { ...account, temporaryHash: bytesOf(account.temporaryHash) },
  }
}

const bytesOf = (hex: string | null): Buffer | null => (hex === null ? null : Buffer.from(hex, 'hex'))

/** The password was wrong: one failure more, and from the fifth on a wait that doubles. Gives the counter as it stands then. */
export async function countFailure(db: Transaction, subject: string, now: number): Promise<Guesses | undefined> {
  const { rows } = await sql<Guesses>`
    update guessing set
      failures = failures + 1,
      pending = greatest(pending - 1, 0),
      blocked_until = case when failures + 1 >= ${freeFailures} then ${instantOf(now)}::timestamptz
        + make_interval(secs => least(${waits.first} * power(2, least(failures + 1 - ${freeFailures}, 20)), ${waits.longest})) end,
      touched_at = ${instantOf(now)}
    where subject = ${subject}
    returning failures, blocked_until as "blockedUntil"`.execute(db)
  return rows[0]
}

/** The password was right: its counter starts anew. */
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

/** The same as a part of a statement that does more; null for an attempt that holds no place. */
export const givingBack = (subject: string | null | StatementPart, now: number) => sql`
  update guessing set failures = 0, pending = greatest(pending - 1, 0), blocked_until = null, touched_at = ${instantOf(now)}
  where subject = ${subject} returning subject`

/** The password was never looked at (the server was too busy): the attempt did not happen. */
export const dropAttempt = (db: Database, subject: string) =>
  db
    .updateTable('guessing')
    .set(({ fn, eb, val }) => ({ pending: fn<number>('greatest', [eb('pending', '-', 1), val(0)]) }))
    .where('subject', '=', subject)
    .execute()
