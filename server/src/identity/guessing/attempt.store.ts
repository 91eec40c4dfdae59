import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
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

interface AttemptRow extends Guesses {
  subject: string
  isAdmitted: boolean
  account: (Omit<Account, 'temporaryHash'> & { temporaryHash: string | null }) | null
}

/**
 * Finds the account and counts the attempt, in one statement (security B2): of any number at once, no more are admitted
 * than failures are left. Attempts that are under way hold a place each, which a right password gives back.
 */
export async function beginAttempt(db: Database, { email, emailHash, browserHash, now }: Trying): Promise<Attempt> {
  const at = instantOf(now)
  const isAbandoned = sql`(counter.pending_since < ${at}::timestamptz - make_interval(secs => ${abandonedAfterSeconds}))`
  const failures = sql`(counter.failures + case when ${isAbandoned} then counter.pending else 0 end)`
  const running = sql`(case when ${isAbandoned} then 0 else counter.pending end)`
  const { rows } = await sql<AttemptRow>`
    with person as (
      select app_user.id, jsonb_build_object(
        'id', app_user.id,
        'email', app_user.email,
        'isStaff', app_user.role is not null,
        'isAdministrator', exists (select from customer_admin where user_id = app_user.id),
        'homeCustomer', app_user.home_customer_id,
        'isUsable', not app_user.is_inactive and app_user.deleted_at is null
          and (app_user.expiration_date is null or app_user.expiration_date > ${at}),
        'mustUpdatePassword', app_user.must_update_password,
        'passwordHash', credential.hash,
        'resetNeeded', coalesce(credential.reset_needed, false),
        'temporaryHash', encode(temporary.secret_hash, 'hex'),
        'hasSecondFactor', factor.user_id is not null
      ) as account
      from app_user
      left join password_credential as credential on credential.user_id = app_user.id
      left join temporary_password as temporary on temporary.user_id = app_user.id and temporary.expires_at > ${at}
      left join totp_factor as factor on factor.user_id = app_user.id and factor.enabled_at is not null
      where app_user.email = ${email}
    ), subject as (
      select person.id as user_id, coalesce(
        (select concat('browser:', known.user_id, ':', encode(known.secret_hash, 'hex')) from known_browser as known
          where known.user_id = person.id and known.secret_hash = ${browserHash} and known.expires_at > ${at}),
        'user:' || person.id::text,
        ${`email:${emailHash.toString('hex')}`}
      ) as subject
      from (select 1) as one left join person on true
    ), counted as (
      insert into guessing as counter (subject, user_id, pending, pending_since, touched_at)
      select subject, user_id, 1, ${at}, ${at} from subject
      on conflict (subject) do update set
        failures = ${failures}, pending = ${running} + 1, pending_since = ${at}, touched_at = ${at}
      where case
        when ${failures} >= ${mostFailures} then false
        when ${failures} < ${freeFailures} then ${failures} + ${running} < ${freeFailures}
        else ${running} = 0 and (counter.blocked_until is null or counter.blocked_until <= ${at})
      end
      returning subject
    )
    select subject.subject, exists (select from counted) as "isAdmitted",
      coalesce(counter.failures, 0) as failures, counter.blocked_until as "blockedUntil", person.account
    from subject
    left join guessing as counter on counter.subject = subject.subject
    left join person on true`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The attempt was not answered')
  const { account, failures: before, blockedUntil, ...attempt } = row
  return {
    ...attempt,
    guesses: { failures: before, blockedUntil },
    account: account && {
      ...account,
      temporaryHash: account.temporaryHash === null ? null : Buffer.from(account.temporaryHash, 'hex'),
    },
  }
}

/** The password was wrong: one failure more, and from the fifth on a wait that doubles. */
export const countFailure = (db: Transaction, subject: string, now: number) =>
  sql`
    update guessing set
      failures = failures + 1,
      pending = greatest(pending - 1, 0),
      blocked_until = case when failures + 1 >= ${freeFailures} then ${instantOf(now)}::timestamptz
        + make_interval(secs => least(${waits.first} * power(2, least(failures + 1 - ${freeFailures}, 20)), ${waits.longest})) end,
      touched_at = ${instantOf(now)}
    where subject = ${subject}`.execute(db)

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

/** The password was never looked at (the server was too busy): the attempt did not happen. */
export const dropAttempt = (db: Database, subject: string) =>
  db
    .updateTable('guessing')
    .set(({ fn, eb, val }) => ({ pending: fn<number>('greatest', [eb('pending', '-', 1), val(0)]) }))
    .where('subject', '=', subject)
    .execute()
