import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database, StatementPart, Transaction } from '../../platform/database'
import type { EnteredCode, FactorAttempt, VerifiedCode } from './codes'

/** Consecutive wrong codes, over all sign-ins, before a lockout, and its length in seconds (security C4). */
const failuresBeforeLockout = 10
const lockoutSeconds = 15 * 60
/** Consecutive wrong codes after which no code is accepted; staff have to remove such a factor (decision 270). */
const maxFailures = 100

/** The counter columns of each kind of code. */
const counters = {
  oneTime: { failures: sql.ref('failures'), blockedUntil: sql.ref('blocked_until') },
  recovery: { failures: sql.ref('recovery_failures'), blockedUntil: sql.ref('recovery_blocked_until') },
} as const

/**
 * Counts an attempt on a factor before the code is verified, unless the factor is locked out (security B2, C4); spending a
 * verified code resets the counter. A statement or a part of one; `userIdsSql` selects user ids.
 */
export const countAttemptSql = (by: EnteredCode['by'], at: string, userIdsSql: StatementPart) => {
  const { failures, blockedUntil } = counters[by]
  return sql`
    update totp_factor set
      ${failures} = ${failures} + 1,
      ${blockedUntil} = case when (${failures} + 1) % ${failuresBeforeLockout} = 0
        then ${at}::timestamptz + make_interval(secs => ${lockoutSeconds}) end
    where user_id in (${userIdsSql}) and enabled_at is not null
      and ${failures} < ${maxFailures} and (${blockedUntil} is null or ${blockedUntil} <= ${at})
    returning user_id, secret_encrypted, last_step, ${blockedUntil} as locked_until`
}

/** Whether the entered code is an existing, unused recovery code. */
export const isUnusedCode = (userId: StatementPart, entered: EnteredCode) =>
  entered.by === 'recovery'
    ? sql<boolean>`exists (select from recovery_code as own
        where own.user_id = ${userId} and own.code_hash in (${sql.join(entered.hashes)}) and own.used_at is null)`
    : sql<boolean>`false`

/** The number of unused recovery codes of a user. */
export const codesLeft = (userId: StatementPart) =>
  sql<number>`(select count(*)::integer from recovery_code as own where own.user_id = ${userId} and own.used_at is null)`

/**
 * Counts an attempt of a signed-in person and returns what the code is verified against; undefined when the factor is locked
 * out or missing.
 */
export async function countAttempt(
  db: Database,
  userId: string,
  entered: EnteredCode,
  now: number,
): Promise<(FactorAttempt & { codesLeft: number }) | undefined> {
  const { rows } = await sql<FactorAttempt & { codesLeft: number }>`
    with counted as (${countAttemptSql(entered.by, instantOf(now), sql`${userId}::uuid`)})
    select user_id as "userId", secret_encrypted as "secretEncrypted", last_step as "lastStep",
      locked_until as "blockedUntil", ${isUnusedCode(sql.ref('counted.user_id'), entered)} as "isRecoveryCode",
      ${codesLeft(sql.ref('counted.user_id'))} as "codesLeft"
    from counted`.execute(db)
  return rows[0]
}

/**
 * Spends a verified code: its time step and all before it, or the recovery code, and resets its counter. CTEs of a statement,
 * of which `spent` has a row if the code was still valid.
 */
export function spendCodeSql(verified: VerifiedCode, at: string, userIdsSql: StatementPart): StatementPart {
  if (verified.by === 'oneTime') {
    return sql`spent as (
      update totp_factor set last_step = ${verified.step}, failures = 0, blocked_until = null
      where user_id in (${userIdsSql}) and last_step < ${verified.step} returning user_id)`
  }
  return sql`used_code as (
      update recovery_code set used_at = ${at}
      where user_id in (${userIdsSql}) and code_hash in (${sql.join(verified.hashes)}) and used_at is null returning user_id
    ), spent as (
      update totp_factor set recovery_failures = 0, recovery_blocked_until = null
      from used_code where totp_factor.user_id = used_code.user_id returning totp_factor.user_id)`
}

/** Spends a verified code; false when a concurrent request has spent it. */
export async function spendCode(
  db: Transaction,
  userId: string,
  verified: VerifiedCode,
  now: number,
): Promise<boolean> {
  const { rows } = await sql`
    with ${spendCodeSql(verified, instantOf(now), sql`${userId}::uuid`)} select user_id from spent`.execute(db)
  return rows.length === 1
}

/** The enabled second factor of a person, and the number of unused recovery codes. */
export const factorOf = (db: Database, userId: string): Promise<{ recoveryCodesLeft: number } | undefined> =>
  db
    .selectFrom('totp_factor')
    .select(codesLeft(sql.ref('totp_factor.user_id')).as('recoveryCodesLeft'))
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst()

/** Stores an enabled factor, in place of any other. */
export const putFactor = (db: Database, userId: string, secretEncrypted: string, now: number) =>
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

/** A factor that is being set up and has no effect yet. */
export interface TotpSetup {
  secretEncrypted: string
  /** The browser that began the setup; null for another client. */
  browserHash: Buffer | null
  createdAt: string
}

/** Stores a setup, in place of an earlier one. */
export const upsertSetup = (
  db: Transaction,
  userId: string,
  { secretEncrypted, browserHash, createdAt }: TotpSetup,
): Promise<unknown> => {
  const values = { secret_encrypted: secretEncrypted, browser_hash: browserHash, created_at: createdAt }
  return db
    .insertInto('totp_setup')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** The setup of a person, locked for this transaction. */
export const lockSetup = (db: Transaction, userId: string): Promise<TotpSetup | undefined> =>
  db
    .selectFrom('totp_setup')
    .select(['secret_encrypted as secretEncrypted', 'browser_hash as browserHash', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()

/** Enables a factor, in place of any other; the code that proved it is spent. */
export async function enableFactor(
  db: Transaction,
  userId: string,
  { secretEncrypted, step, now }: { secretEncrypted: string; step: number; now: number },
): Promise<void> {
  await putFactor(db, userId, secretEncrypted, now)
  await db.updateTable('totp_factor').set({ last_step: step }).where('user_id', '=', userId).execute()
  await db.deleteFrom('totp_setup').where('user_id', '=', userId).execute()
}

/**
 * A factor enabled after `since`, locked for this transaction. `isFirst`: its recovery codes were issued with it and none was
 * used.
 */
export async function lockRecentlyEnabled(
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

/** Replaces all recovery codes; false without an enabled factor. */
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
export const markCodesUsed = async (db: Transaction, hashes: readonly Buffer[], now: number): Promise<void> => {
  if (hashes.length === 0) return
  await db
    .updateTable('recovery_code')
    .set({ used_at: instantOf(now) })
    .where('code_hash', 'in', hashes)
    .execute()
}

/** Removes the factor, its setup and its recovery codes. False where none was enabled. */
export async function removeFactor(db: Transaction, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('totp_factor').where('user_id', '=', userId).executeTakeFirstOrThrow()
  await db.deleteFrom('totp_setup').where('user_id', '=', userId).execute()
  return numDeletedRows === 1n
}

/** The removed second factors of a person. */
interface RemovedFactors {
  app: boolean
  passkeys: number
}

/**
 * Removes all second factors of a person: the authenticator app with its recovery codes, and passkeys. Undefined where there
 * are none.
 */
export async function removeAllFactors(db: Transaction, userId: string): Promise<RemovedFactors | undefined> {
  const app = await removeFactor(db, userId)
  const { numDeletedRows } = await db.deleteFrom('passkey').where('user_id', '=', userId).executeTakeFirstOrThrow()
  const passkeys = Number(numDeletedRows)
  return app || passkeys > 0 ? { app, passkeys } : undefined
}

/** The account of an email address that is not deleted. */
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
