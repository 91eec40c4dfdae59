import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
import { isUnclaimed } from '../registration/remove-unclaimed.store'
import { endVerificationsOf } from './end-verifications.store'
import type { IdentityKey } from './federation.store'
import type { ClaimedNames } from './identities.store'

/** An authenticated identity without an account; only the hash of its ticket is stored (security S4). */
export interface PendingIdentity extends IdentityKey, ClaimedNames {
  email: string | null
  emailVerified: boolean
  /** The session opened with it is to be remembered. */
  rememberMe: boolean
}

/** A ticket as a browser presents it for one provider, at a time in milliseconds. */
export interface PresentedTicket {
  ticketHash: Buffer
  browserHash: Buffer
  provider: string
  now: number
}

export const addTicket = (
  db: Transaction,
  pending: PendingIdentity,
  { ticketHash, browserHash, now, expiresAt }: Omit<PresentedTicket, 'provider'> & { expiresAt: number },
) =>
  db
    .insertInto('federation_ticket')
    .values({
      ticket_hash: ticketHash,
      provider_id: pending.provider,
      issuer: pending.issuer,
      subject: pending.subject,
      browser_hash: browserHash,
      email: pending.email,
      email_verified: pending.emailVerified,
      given_name: pending.givenName,
      family_name: pending.familyName,
      remember_me: pending.rememberMe,
      created_at: instantOf(now),
      expires_at: instantOf(expiresAt),
    })
    .execute()

const columns = [
  'provider_id as provider',
  'issuer',
  'subject',
  'email',
  'email_verified as emailVerified',
  'given_name as givenName',
  'family_name as familyName',
  'remember_me as rememberMe',
] as const

/** The identity of a valid ticket. */
export const findTicket = (
  db: Database,
  { ticketHash, browserHash, provider, now }: PresentedTicket,
): Promise<PendingIdentity | undefined> =>
  db
    .selectFrom('federation_ticket')
    .select(columns)
    .where('ticket_hash', '=', ticketHash)
    .where('browser_hash', '=', browserHash)
    .where('provider_id', '=', provider)
    .where('used_at', 'is', null)
    .where('expires_at', '>', instantOf(now))
    .executeTakeFirst()

/** Consumes a ticket: only one of concurrent uses gets its identity. */
export const consumeTicket = (
  db: Transaction,
  { ticketHash, browserHash, provider, now }: PresentedTicket,
): Promise<PendingIdentity | undefined> =>
  db
    .updateTable('federation_ticket')
    .set({ used_at: instantOf(now) })
    .where('ticket_hash', '=', ticketHash)
    .where('browser_hash', '=', browserHash)
    .where('provider_id', '=', provider)
    .where('used_at', 'is', null)
    .where('expires_at', '>', instantOf(now))
    .returning(columns)
    .executeTakeFirst()

/** An account whose address is to be proved by a mailed code. */
export interface Verification extends IdentityKey, ClaimedNames {
  codeHash: Buffer
  browserHash: Buffer
  userId: string
  email: string
  /** The session that the person opens afterwards is to be remembered. */
  rememberMe: boolean
}

export const addVerification = (
  db: Transaction,
  verification: Verification,
  { now, expiresAt }: { now: number; expiresAt: number },
) =>
  db
    .insertInto('federation_verification')
    .values({
      code_hash: verification.codeHash,
      browser_hash: verification.browserHash,
      user_id: verification.userId,
      provider_id: verification.provider,
      issuer: verification.issuer,
      subject: verification.subject,
      email: verification.email,
      given_name: verification.givenName,
      family_name: verification.familyName,
      remember_me: verification.rememberMe,
      created_at: instantOf(now),
      expires_at: instantOf(expiresAt),
    })
    .execute()

/** A consumed verification, with facts of its account. */
export interface ConsumedVerification extends Verification {
  homeCustomer: string | null
  hasSecondFactor: boolean
}

/**
 * Consumes a verification, once, from the browser that requested it: while the account still has the address, the provider is
 * enabled with the same issuer, and the address has not been proved otherwise (unless the provider has `emailMatch`). All other
 * mailed codes for the same identity end with it.
 */
export async function consumeVerification(
  db: Transaction,
  code: Pick<Verification, 'codeHash' | 'browserHash'>,
  now: number,
): Promise<ConsumedVerification | undefined> {
  await lockAccountOf(db, code.codeHash)
  const consumed = await takeVerification(db, code, now)
  if (consumed) await endVerificationsOf(db, consumed)
  return consumed
}

/** Locks the account of a verification. Before the verification, like everything that ends the verifications of an account. */
const lockAccountOf = (db: Transaction, codeHash: Buffer) =>
  db
    .selectFrom('app_user')
    .innerJoin('federation_verification as verification', 'verification.user_id', 'app_user.id')
    .select('app_user.id')
    .where('verification.code_hash', '=', codeHash)
    .forNoKeyUpdate('app_user')
    .execute()

const takeVerification = (
  db: Transaction,
  { codeHash, browserHash }: Pick<Verification, 'codeHash' | 'browserHash'>,
  now: number,
): Promise<ConsumedVerification | undefined> =>
  db
    .deleteFrom('federation_verification')
    .using(['app_user', 'sso_provider'])
    .whereRef('app_user.id', '=', 'federation_verification.user_id')
    .whereRef('app_user.email', '=', 'federation_verification.email')
    .whereRef('sso_provider.id', '=', 'federation_verification.provider_id')
    .whereRef('sso_provider.issuer', '=', 'federation_verification.issuer')
    .where('sso_provider.is_disabled', '=', false)
    .where(({ eb, or }) =>
      or([eb('app_user.email_verified_at', 'is', null), eb('sso_provider.email_match', '=', true)]),
    )
    .where('app_user.role', 'is', null)
    .where('app_user.deleted_at', 'is', null)
    .where(sql<boolean>`not app_user.is_inactive`)
    .where('code_hash', '=', codeHash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', instantOf(now))
    .returning([
      'code_hash as codeHash',
      'browser_hash as browserHash',
      'federation_verification.user_id as userId',
      'provider_id as provider',
      'federation_verification.issuer',
      'subject',
      'federation_verification.email',
      'federation_verification.given_name as givenName',
      'federation_verification.family_name as familyName',
      'federation_verification.remember_me as rememberMe',
      'app_user.home_customer_id as homeCustomer',
      sql<boolean>`exists (
        select from totp_factor as factor where factor.user_id = app_user.id and factor.enabled_at is not null)`.as(
        'hasSecondFactor',
      ),
    ])
    .executeTakeFirst()

/** Removes expired flows, tickets and verifications. The verifications of an unclaimed account stay until it is closed. */
export async function removeExpiredFederation(db: Database, now: number): Promise<void> {
  await db.deleteFrom('federation_flow').where('expires_at', '<', instantOf(now)).execute()
  await db.deleteFrom('federation_ticket').where('expires_at', '<', instantOf(now)).execute()
  await sql`
    delete from federation_verification as expired where expires_at < ${instantOf(now)}
      and not exists (select from app_user where app_user.id = expired.user_id and ${isUnclaimed})`.execute(db)
}
