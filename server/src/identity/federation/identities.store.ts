import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'
import { canSignIn, lockAccount } from '../account.store'
import { endTokensOfProvider } from '../credentials/stored-tokens.store'
import { endVerificationsOf } from './end-verifications.store'
import type { IdentityKey } from './federation.store'

/**
 * Links an identity to an account and returns the id of the link. An identity that is linked elsewhere fails as `conflict` by a
 * unique constraint.
 */
export async function addIdentity(
  db: Transaction,
  userId: string,
  { provider, issuer, subject, email }: IdentityKey & { email: string | null },
  now: number,
): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('external_identity')
    .values({
      id,
      provider_id: provider,
      issuer,
      subject,
      user_id: userId,
      email,
      linked_at: instantOf(now),
      last_used_at: instantOf(now),
    })
    .execute()
  return id
}

/**
 * Creates an account for a person known to a provider; undefined when the address has an account already. The person's names follow with the
 * proof of the address ({@link addClaimedNames}).
 */
export async function addFederatedUser(
  db: Transaction,
  person: { email: string; isProved: boolean },
  now: number,
): Promise<string | undefined> {
  const inserted = await db
    .insertInto('app_user')
    .values({
      id: uuidv7(),
      email: person.email,
      email_verified_at: person.isProved ? instantOf(now) : null,
      email_verified_by: person.isProved ? 'provider' : null,
      must_update_profile: true,
      created_at: instantOf(now),
      updated_at: instantOf(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** The names that a provider states for a person. */
export interface ClaimedNames {
  givenName: string | null
  familyName: string | null
}

/** Gives an account whose address was just proved the names that the provider states, where it has none. */
export const addClaimedNames = (db: Transaction, userId: string, { givenName, familyName }: ClaimedNames) =>
  db
    .updateTable('app_user')
    .set({
      given_name: sql<string>`coalesce(nullif(given_name, ''), ${givenName}, '')`,
      family_name: sql<string>`coalesce(nullif(family_name, ''), ${familyName}, '')`,
    })
    .where('id', '=', userId)
    .execute()

/** The linked identities of an account, oldest first. */
export const identitiesOf = (db: Database, userId: string) =>
  db
    .selectFrom('external_identity as identity')
    .innerJoin('sso_provider as provider', 'provider.id', 'identity.provider_id')
    .select(['identity.id', 'identity.provider_id as provider', 'provider.name', 'identity.email'])
    .select(['identity.linked_at as linkedAt', 'identity.last_used_at as lastUsedAt'])
    .where('identity.user_id', '=', userId)
    .orderBy('identity.linked_at')
    .execute()

/** A linked identity of an account, and whether it is the only way to sign in. Locks the account until the transaction ends. */
export async function lockIdentity(db: Transaction, { id, userId }: { id: string; userId: string }) {
  // In a statement of its own: a statement that waits for a lock reads other tables as they were before it waited.
  await lockAccount(db, userId)
  return db
    .selectFrom('external_identity as identity')
    .innerJoin('app_user', 'app_user.id', 'identity.user_id')
    .innerJoin('sso_provider as provider', 'provider.id', 'identity.provider_id')
    .select(['identity.provider_id as provider', 'identity.issuer', 'identity.subject', 'provider.name'])
    .select(sql<boolean>`not ${canSignIn(sql.ref('identity.id'))}`.as('isOnlySignInMethod'))
    .where('identity.id', '=', id)
    .where('identity.user_id', '=', userId)
    .executeTakeFirst()
}

/**
 * Removes a link and what was authenticated by it: its sessions and the feed and display tokens created in them end, its tickets, mailed
 * codes and pending second-factor challenges are deleted (security E5). Returns the ids of the ended sessions.
 */
export async function removeIdentity(
  db: Transaction,
  { id, userId, provider, issuer, subject }: IdentityKey & { id: string; userId: string },
  now: number,
): Promise<string[]> {
  const ended = await db
    .updateTable('session')
    .from('federation_session as federated')
    .set({ ended_at: instantOf(now), end_reason: 'access-withdrawn' })
    .whereRef('federated.session_id', '=', 'session.id')
    .where('federated.identity_id', '=', id)
    .where('session.ended_at', 'is', null)
    .returning('session.id')
    .execute()
  await endTokensOfProvider(db, { provider, userId }, now)
  await db.deleteFrom('external_identity').where('id', '=', id).execute()
  await db
    .deleteFrom('federation_ticket')
    .where('provider_id', '=', provider)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
  await endVerificationsOf(db, { userId, provider, issuer, subject })
  await db.deleteFrom('mfa_challenge').where('user_id', '=', userId).where('pending_link', 'is not', null).execute()
  return ended.map((session) => session.id)
}
