import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database, StatementPart, Transaction } from '../../platform/database'
import type { CountedFactor, GivenCode, RightCode } from './codes'

type Db = Database | Transaction

/** Wrong codes in a row, over all sign-ins, after which the factor rests, and for how long (security C4). */
const failuresBeforeRest = 10
const restSeconds = 15 * 60
/** Wrong codes in a row after which none is taken any more: staff remove such a factor (decision 270). */
const mostFailures = 100

/** The counter of a kind of code. */
const counters = {
  oneTime: { failures: sql.ref('failures'), blockedUntil: sql.ref('blocked_until') },
  recovery: { failures: sql.ref('recovery_failures'), blockedUntil: sql.ref('recovery_blocked_until') },
} as const

/**
 * Counts an attempt on somebody's factor before it is looked at, unless the factor rests (security B2, C4): a right code
 * gives the count back when it is spent. To be used as a statement or a part of one; `whose` gives user ids.
 */
export const countingAttempt = (by: GivenCode['by'], at: string, whose: StatementPart) => {
  const { failures, blockedUntil } = counters[by]
  return sql`
    update totp_factor set
      ${failures} = ${failures} + 1,
      ${blockedUntil} = case when (${failures} + 1) % ${failuresBeforeRest} = 0
        then ${at}::timestamptz + make_interval(secs => ${restSeconds}) end
    where user_id in (${whose}) and enabled_at is not null
      and ${failures} < ${mostFailures} and (${blockedUntil} is null or ${blockedUntil} <= ${at})
    returning user_id, secret_encrypted, last_step, ${blockedUntil} as rests_until`
}

/** Whether a recovery code is there and unused, and how many are. */
export const isUnused = (userId: StatementPart, given: GivenCode) =>
  given.by === 'recovery'
    ? sql<boolean>`exists (select from recovery_code as own
        where own.user_id = ${userId} and own.code_hash in (${sql.join(given.hashes)}) and own.used_at is null)`
    : sql<boolean>`false`

/** How many recovery codes of somebody are unused. */
export const codesLeft = (userId: StatementPart) =>
  sql<number>`(select count(*)::integer from recovery_code as own where own.user_id = ${userId} and own.used_at is null)`

/** Counts an attempt of somebody who is signed in, and gives what it is judged by; nothing when the factor rests or is none. */
export async function countAttempt(
  db: Database,
  userId: string,
  given: GivenCode,
  now: number,
): Promise<(CountedFactor & { codesLeft: number }) | undefined> {
  const { rows } = await sql<CountedFactor & { codesLeft: number }>`
    with counted as (${countingAttempt(given.by, instantOf(now), sql`${userId}::uuid`)})
    select user_id as "userId", secret_encrypted as "secretEncrypted", last_step as "lastStep",
      rests_until as "blockedUntil", ${isUnused(sql.ref('counted.user_id'), given)} as "isRecoveryCode",
      ${codesLeft(sql.ref('counted.user_id'))} as "codesLeft"
    from counted`.execute(db)
  return rows[0]
}

/**
 * Spends a right code: its step and all before it, or the one recovery code; its counter starts anew. The parts of a
 * statement that has `spent` (a row when it was still good), for the people of `whose`.
 */
export function spending(right: RightCode, at: string, whose: StatementPart): StatementPart {
  if (right.by === 'oneTime') {
    return sql`spent as (
      update totp_factor set last_step = ${right.step}, failures = 0, blocked_until = null
      where user_id in (${whose}) and last_step < ${right.step} returning user_id)`
  }
  return sql`taken as (
      update recovery_code set used_at = ${at}
      where user_id in (${whose}) and code_hash in (${sql.join(right.hashes)}) and used_at is null returning user_id
    ), spent as (
      update totp_factor set recovery_failures = 0, recovery_blocked_until = null
      from taken where totp_factor.user_id = taken.user_id returning totp_factor.user_id)`
}

/** Spends a right code of somebody; false when another one was faster. */
export async function spendCode(db: Transaction, userId: string, right: RightCode, now: number): Promise<boolean> {
  const { rows } = await sql`
    with ${spending(right, instantOf(now), sql`${userId}::uuid`)} select user_id from spent`.execute(db)
  return rows.length === 1
}

/** The second factor of a person that is switched on, and how many recovery codes are left. */
export const factorOf = (db: Db, userId: string): Promise<{ recoveryCodesLeft: number } | undefined> =>
  db
    .selectFrom('totp_factor')
    .select(codesLeft(sql.ref('totp_factor.user_id')).as('recoveryCodesLeft'))
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst()

/** Stores a factor that is switched on, in place of any other. */
export const putFactor = (db: Db, userId: string, secretEncrypted: string, now: number) =>
  db
    .insertInto('totp_factor')
    .values({
      user_id: userId,
      secret_encrypted: secretEncrypted,
      enabled_at: instantOf(now),
      created_at: instantOf(now),
    })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        secret_encrypted: secretEncrypted,
        enabled_at: instantOf(now),
        last_step: 0,
        failures: 0,
        blocked_until: null,
      }),
    )
    .execute()

/** A factor that is being set up: it counts for nothing yet. */
export interface SetUp {
  secretEncrypted: string
  /** Of the browser that began; null for another client. */
  browserHash: Buffer | null
  createdAt: string
}

/** Stores a set-up, in place of an earlier one. */
export const putSetUp = (
  db: Transaction,
  userId: string,
  { secretEncrypted, browserHash, createdAt }: SetUp,
): Promise<unknown> => {
  const values = { secret_encrypted: secretEncrypted, browser_hash: browserHash, created_at: createdAt }
  return db
    .insertInto('totp_setup')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** The set-up of somebody, kept for this transaction. */
export const lockSetUp = (db: Transaction, userId: string): Promise<SetUp | undefined> =>
  db
    .selectFrom('totp_setup')
    .select(['secret_encrypted as secretEncrypted', 'browser_hash as browserHash', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()

/** The factor that was set up is on from now, in place of any other; the code that proved it is spent. */
export async function switchOn(
  db: Transaction,
  userId: string,
  { secretEncrypted, step, now }: { secretEncrypted: string; step: number; now: number },
): Promise<void> {
  await putFactor(db, userId, secretEncrypted, now)
  await db.updateTable('totp_factor').set({ last_step: step }).where('user_id', '=', userId).execute()
  await db.deleteFrom('totp_setup').where('user_id', '=', userId).execute()
}

/**
 * A factor that was switched on since then, kept for this transaction; nothing for an older one. `isFirst`: its recovery codes came with it,
 * and none of them was used.
 */
export async function lockSwitchedOn(
  db: Transaction,
  userId: string,
  since: number,
): Promise<{ secretEncrypted: string; lastStep: number; isFirst: boolean } | undefined> {
  const { rows } = await sql<{ secretEncrypted: string; lastStep: number; isFirst: boolean }>`
    select secret_encrypted as "secretEncrypted", last_step::int as "lastStep", not exists (
      select from recovery_code as own where own.user_id = totp_factor.user_id
        and (own.used_at is not null or own.created_at < totp_factor.enabled_at)) as "isFirst"
    from totp_factor where user_id = ${userId} and enabled_at > ${instantOf(since)} for update`.execute(db)
  return rows[0]
}

/** Recovery codes in place of all that were there; false without a factor that is on. */
export async function putRecoveryCodes(
  db: Transaction,
  userId: string,
  hashes: readonly Buffer[],
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_factor')
    .set({ recovery_failures: 0, recovery_blocked_until: null })
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  const rows = hashes.map((hash) => ({ user_id: userId, code_hash: hash, created_at: instantOf(now) }))
  await db.insertInto('recovery_code').values(rows).execute()
  return true
}

/** Marks recovery codes as used. */
export const useUp = async (db: Transaction, hashes: readonly Buffer[], now: number): Promise<void> => {
  if (hashes.length === 0) return
  await db
    .updateTable('recovery_code')
    .set({ used_at: instantOf(now) })
    .where('code_hash', 'in', hashes)
    .execute()
}

/** Removes the factor and what is being set up; its recovery codes go with it. False where none was on. */
export async function removeFactor(db: Transaction, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('totp_factor').where('user_id', '=', userId).executeTakeFirstOrThrow()
  await db.deleteFrom('totp_setup').where('user_id', '=', userId).execute()
  return numDeletedRows === 1n
}

/** What of a person's second factors was there. */
interface RemovedFactors {
  app: boolean
  passkeys: number
}

/** Removes all second factors of a person: the app with its recovery codes, and passkeys. Undefined where there is none. */
export async function removeAllFactors(db: Transaction, userId: string): Promise<RemovedFactors | undefined> {
  const app = await removeFactor(db, userId)
  const { numDeletedRows } = await db.deleteFrom('passkey').where('user_id', '=', userId).executeTakeFirstOrThrow()
  const passkeys = Number(numDeletedRows)
  return app || passkeys > 0 ? { app, passkeys } : undefined
}

/** Somebody whose account is not deleted, by email. */
export const findOwner = (
  db: Transaction,
  email: string,
): Promise<{ id: string; email: string; homeCustomer: string | null } | undefined> =>
  db
    .selectFrom('app_user')
    .select(['id', 'email', 'home_customer_id as homeCustomer'])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
