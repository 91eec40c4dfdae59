import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
import { isUsable } from '../account.store'
import type { OpenChallenge } from './code-step'

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
}

/** An identity that a provider proved, waiting for the second factor of the account it is to be linked to. */
export interface PendingLink {
  provider: string
  issuer: string
  subject: string
  email: string | null
}

export const addChallenge = (db: Transaction, challenge: NewChallenge) =>
  db
    .insertInto('mfa_challenge')
    .values({
      ticket_hash: challenge.ticketHash,
      user_id: challenge.userId,
      browser_hash: challenge.browserHash,
      remember_me: challenge.rememberMe,
      created_at: instantOf(challenge.createdAt),
      expires_at: instantOf(challenge.expiresAt),
      pending_link: challenge.pendingLink === undefined ? null : JSON.stringify(challenge.pendingLink),
    })
    .execute()

/** A challenge with what a sign-in needs to know of its person. */
export interface LockedChallenge extends OpenChallenge {
  userId: string
  isStaff: boolean
  isAdministrator: boolean
  homeCustomer: string | null
  mustUpdatePassword: boolean
  rememberMe: boolean
  secretEncrypted: string
  pendingLink: PendingLink | null
}

/** Reads a challenge and its factor, and keeps both for this transaction: of two codes at once, one goes first. */
export const lockChallenge = (db: Transaction, ticketHash: Buffer, now: number): Promise<LockedChallenge | undefined> =>
  db
    .selectFrom('mfa_challenge as challenge')
    .innerJoin('totp_factor as factor', 'factor.user_id', 'challenge.user_id')
    .innerJoin('app_user', 'app_user.id', 'challenge.user_id')
    .select([
      'challenge.user_id as userId',
      'challenge.browser_hash as browserHash',
      'challenge.remember_me as rememberMe',
      'challenge.expires_at as expiresAt',
      'challenge.used_at as usedAt',
      'challenge.attempts',
      'factor.secret_encrypted as secretEncrypted',
      'factor.last_step as lastStep',
      'factor.failures',
      'factor.blocked_until as blockedUntil',
      'app_user.email',
      'app_user.home_customer_id as homeCustomer',
      'app_user.must_update_password as mustUpdatePassword',
      sql<boolean>`app_user.role is not null`.as('isStaff'),
      sql<boolean>`exists (select from customer_admin where customer_admin.user_id = app_user.id)`.as(
        'isAdministrator',
      ),
      isUsable(instantOf(now)).as('isUsable'),
      sql<PendingLink | null>`challenge.pending_link`.as('pendingLink'),
    ])
    .where('challenge.ticket_hash', '=', ticketHash)
    .where('factor.enabled_at', 'is not', null)
    .forUpdate(['challenge', 'factor'])
    .executeTakeFirst()

/** One attempt less for the challenge. */
export const countAttempt = (db: Transaction, ticketHash: Buffer) =>
  db
    .updateTable('mfa_challenge')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('ticket_hash', '=', ticketHash)
    .execute()

/** The ticket is spent. */
export const useChallenge = (db: Transaction, ticketHash: Buffer, now: number) =>
  db
    .updateTable('mfa_challenge')
    .set({ used_at: instantOf(now) })
    .where('ticket_hash', '=', ticketHash)
    .execute()

/** Notes wrong codes in a row, and until when the factor rests. */
export const noteFailures = (db: Transaction, userId: string, failures: number, blockedUntil: number | null) =>
  db
    .updateTable('totp_factor')
    .set({ failures, blocked_until: blockedUntil === null ? null : instantOf(blockedUntil) })
    .where('user_id', '=', userId)
    .execute()

/** A right code: its step and all before it are spent (security C2). Gives whether it was still good. */
export async function useStep(db: Transaction, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_factor')
    .set({ last_step: step, failures: 0, blocked_until: null })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Whether the person has a second factor that is switched on. */
export async function hasFactor(db: Database, userId: string): Promise<boolean> {
  const factor = await db
    .selectFrom('totp_factor')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst()
  return factor !== undefined
}

/** Stores a factor that is switched on, in place of any other. */
export const putFactor = (db: Database | Transaction, userId: string, secretEncrypted: string, now: number) =>
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

/** Nothing that was begun with an earlier password can be completed (security D6). */
export const dropChallenges = (db: Transaction, userId: string) =>
  db.deleteFrom('mfa_challenge').where('user_id', '=', userId).execute()
