import type { Transaction } from '../../platform/database'
import type { IdentityKey } from './federation.store'

/** Deletes the verifications of an identity for an account, so that no mailed code links it any more. */
export const endVerificationsOf = (
  db: Transaction,
  { userId, provider, issuer, subject }: IdentityKey & { userId: string },
) =>
  db
    .deleteFrom('federation_verification')
    .where('user_id', '=', userId)
    .where('provider_id', '=', provider)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()

/**
 * Deletes all verifications of an account whose mailbox is proved: whoever knew its old password may have requested them. Those of an
 * unproved mailbox are kept, because they are what proves it.
 */
export const endVerifications = (db: Transaction, userId: string) =>
  db
    .deleteFrom('federation_verification')
    .where('user_id', '=', userId)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('app_user').select('id').where('id', '=', userId).where('email_verified_at', 'is not', null)),
    )
    .execute()
