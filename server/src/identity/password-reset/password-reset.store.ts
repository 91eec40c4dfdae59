import { resetCodeAttempts } from '@lintel/contract/identity/password-reset'
import type { Person } from '@lintel/contract/people/permissions'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { canSeeName } from '../../people/users/accepted-people.store'
import { administeredThrough } from '../../people/users/user-visibility.store'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
import { mailWindowMs, maxMails } from '../../platform/mail/allowance'
import { hasPassword, isUsable } from '../account.store'
import { signsInByProvider } from '../federation/signs-in-by-provider.store'

/** An account that may get a new password. */
export interface ResetAccount {
  id: string
  email: string
  homeCustomer: string | null
}

/** Whether the joined `app_user` may have a password: usable, and not one that signs in by provider only (decision 040). */
const mayHavePassword = (at: string) =>
  sql<boolean>`(${isUsable(at)} and (${hasPassword} or not ${signsInByProvider()}))`

/** The account of an email address if it may have a password. Locked, so that concurrent requests run one after the other. */
export const lockResettable = (db: Transaction, email: string, now: number): Promise<ResetAccount | undefined> =>
  db
    .selectFrom('app_user')
    .select(['app_user.id', 'app_user.email', 'app_user.home_customer_id as homeCustomer'])
    .where('app_user.email', '=', email)
    .where(mayHavePassword(instantOf(now)))
    .forNoKeyUpdate('app_user')
    .executeTakeFirst()

/** An account that the actor may administer. */
export interface AdministeredAccount extends ResetAccount {
  mayHavePassword: boolean
  /** The actor may know the state of the account: the person has accepted (decision 085), or the actor is staff. */
  isNamed: boolean
  /** The customer whose audit log records it: the one through which the actor administers the account. */
  customer: string | null
}

/**
 * The account of an email address, if it belongs to a customer that the actor administers and is no staff; any account for
 * staff (security A6). Locked for this transaction.
 */
export function lockAdministeredAccount(
  db: Transaction,
  actor: Person,
  email: string,
  now: number,
): Promise<AdministeredAccount | undefined> {
  const through = administeredThrough(actor, { id: 'app_user.id', home: 'app_user.home_customer_id' })
  const found = db
    .selectFrom('app_user')
    .select(['app_user.id', 'app_user.email', 'app_user.home_customer_id as homeCustomer'])
    .select(mayHavePassword(instantOf(now)).as('mayHavePassword'))
    .select(sql<boolean>`${canSeeName(actor, 'app_user.id')}`.as('isNamed'))
    .where('app_user.email', '=', email)
    .where('app_user.deleted_at', 'is', null)
    .forNoKeyUpdate('app_user')
  return (
    actor.isStaff
      ? found.select('app_user.home_customer_id as customer')
      : found
          .select(through.as('customer'))
          .where('app_user.role', 'is', null)
          .where(sql<boolean>`${through} is not null`)
  ).executeTakeFirst()
}

/** The number of password mails of an account since then. */
async function passwordMailsSince(db: Transaction, userId: string, since: number): Promise<number> {
  const { rows } = await sql<{ mails: number }>`
    select (select count(*) from password_reset
        where user_id = ${userId} and not was_started and created_at > ${instantOf(since)})
      + (select count(*) from password_link where user_id = ${userId} and created_at > ${instantOf(since)}) as mails`.execute(
    db,
  )
  return Number(rows[0]?.mails ?? 0)
}

/** Whether an account has reached the limit of password mails; codes and links share it (security F2). */
export const isOverPasswordAllowance = async (db: Transaction, userId: string, now: number): Promise<boolean> =>
  (await passwordMailsSince(db, userId, now - mailWindowMs)) >= maxMails

/** The same for mails that administrators and staff start; requests by anybody do not count towards it (security B3). */
export async function isOverStartAllowance(db: Transaction, userId: string, now: number): Promise<boolean> {
  const { started } = await db
    .selectFrom('password_reset')
    .select(({ fn }) => fn.countAll().as('started'))
    .where('user_id', '=', userId)
    .where('was_started', '=', true)
    .where('created_at', '>', instantOf(now - mailWindowMs))
    .executeTakeFirstOrThrow()
  return Number(started) >= maxMails
}

/** A new reset code, and the link in its mail. */
export interface NewReset {
  userId: string
  stamp: Buffer
  linkHash: Buffer
  /** An administrator or staff started it. */
  wasStarted: boolean
  now: number
  expiresAt: number
}

/** Stores a reset code in place of the previous one. */
export async function putResetCode(
  db: Transaction,
  { userId, stamp, linkHash, wasStarted, now, expiresAt }: NewReset,
): Promise<void> {
  await endResetCodes(db, userId, now)
  await db
    .insertInto('password_reset')
    .values({
      id: uuidv7(),
      user_id: userId,
      code_stamp: stamp,
      link_hash: linkHash,
      was_started: wasStarted,
      created_at: instantOf(now),
      expires_at: instantOf(expiresAt),
    })
    .execute()
}

/** A pending reset code with its account. */
export interface OpenReset extends ResetAccount {
  reset: string
  stamp: Buffer
  isStaff: boolean
  /** The attempt was counted as a submission of the code. */
  isCounted: boolean
}

const openColumns = sql`reset.id as reset, reset.code_stamp as stamp, app_user.id, app_user.email,
  app_user.home_customer_id as "homeCustomer", app_user.role is not null as "isStaff"`
const isOpenFor = (email: string, at: string) => sql`app_user.email = ${email} and ${isUsable(at)}
  and reset.user_id = app_user.id and reset.ended_at is null and reset.expires_at > ${at}`

/** The pending reset of an email whose mailed link has this secret; 256 bits cannot be guessed, so attempts are not counted. */
export async function findResetByLink(
  db: Transaction,
  { email, linkHash }: { email: string; linkHash: Buffer },
  now: number,
): Promise<OpenReset | undefined> {
  const { rows } = await sql<OpenReset>`
    select ${openColumns}, false as "isCounted" from password_reset as reset, app_user
    where ${isOpenFor(email, instantOf(now))} and reset.link_hash = ${linkHash}`.execute(db)
  return rows[0]
}

/** Counts an attempt on the pending code of an email before it is compared; undefined where none is left. */
export async function countSubmission(db: Transaction, email: string, now: number): Promise<OpenReset | undefined> {
  const { rows } = await sql<OpenReset>`
    update password_reset as reset set submissions = reset.submissions + 1
    from app_user
    where ${isOpenFor(email, instantOf(now))} and reset.submissions < ${resetCodeAttempts}
    returning ${openColumns}, true as "isCounted"`.execute(db)
  return rows[0]
}

/** Refunds a submission whose code was right. */
export const refundSubmission = (db: Transaction, reset: string) =>
  db
    .updateTable('password_reset')
    .set(({ eb }) => ({ submissions: eb('submissions', '-', 1) }))
    .where('id', '=', reset)
    .where('submissions', '>', 0)
    .execute()

/**
 * Locks what a new password writes before the code is locked: the account where that is written, as sending another code does,
 * then the password, as changing it does. A sign-in locks the password and writes the account after it.
 */
export async function lockForReset(db: Transaction, userId: string): Promise<void> {
  await db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', userId)
    .where(({ or, eb }) => or([eb('email_verified_at', 'is', null), eb('must_update_password', '=', true)]))
    .forNoKeyUpdate()
    .execute()
  await db.selectFrom('password_credential').select('user_id').where('user_id', '=', userId).forUpdate().execute()
}

/** Consumes a code; only one of concurrent uses returns true. */
export async function useResetCode(db: Transaction, reset: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('password_reset')
    .set({ ended_at: instantOf(now) })
    .where('id', '=', reset)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', instantOf(now))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

const endResetCodes = (db: Transaction, userId: string, now: number) =>
  db
    .updateTable('password_reset')
    .set({ ended_at: instantOf(now) })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()

const endPasswordLinks = (db: Transaction, userId: string, now: number) =>
  db
    .updateTable('password_link')
    .set({ ended_at: instantOf(now), hash: null })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()

/** Ends all pending reset codes and password links of a person (security D6). */
export async function endPendingPasswords(db: Transaction, userId: string, now: number): Promise<void> {
  await endResetCodes(db, userId, now)
  await endPasswordLinks(db, userId, now)
}

/** Stores a pending password that its owner has to confirm, in place of any other. */
export async function putPasswordLink(
  db: Transaction,
  link: { idHash: Buffer; userId: string; hash: string; now: number; expiresAt: number },
): Promise<void> {
  await endPasswordLinks(db, link.userId, link.now)
  await db
    .insertInto('password_link')
    .values({
      id_hash: link.idHash,
      user_id: link.userId,
      hash: link.hash,
      created_at: instantOf(link.now),
      expires_at: instantOf(link.expiresAt),
    })
    .execute()
}

/** A mailed link with its account; `hash` is only present while it is valid. */
export interface PasswordLink extends ResetAccount {
  hash: string | null
  wasUsed: boolean
}

/** A link and its account, locked for this transaction. */
export const lockPasswordLink = (db: Transaction, idHash: Buffer, now: number): Promise<PasswordLink | undefined> =>
  db
    .selectFrom('password_link as link')
    .innerJoin('app_user', 'app_user.id', 'link.user_id')
    .select(['app_user.id', 'app_user.email', 'app_user.home_customer_id as homeCustomer'])
    .select([
      'link.was_used as wasUsed',
      sql<
        string | null
      >`case when link.expires_at > ${instantOf(now)} and ${isUsable(instantOf(now))} then link.hash end`.as('hash'),
    ])
    .where('link.id_hash', '=', idHash)
    .forUpdate('link')
    .executeTakeFirst()

/** Consumes a link. */
export const usePasswordLink = (db: Transaction, idHash: Buffer, now: number) =>
  db
    .updateTable('password_link')
    .set({ ended_at: instantOf(now), was_used: true, hash: null })
    .where('id_hash', '=', idHash)
    .execute()

const day = 24 * 3_600_000

/** Wipes the hashes of expired links, and deletes codes a day and links a month after their expiry. */
export async function removeExpiredPasswordChanges(db: Database, now: number): Promise<void> {
  await db
    .updateTable('password_link')
    .set({ ended_at: instantOf(now), hash: null })
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', instantOf(now))
    .execute()
  await db
    .deleteFrom('password_link')
    .where('expires_at', '<', instantOf(now - 30 * day))
    .execute()
  await db
    .deleteFrom('password_reset')
    .where('expires_at', '<', instantOf(now - day))
    .execute()
}
