import type { ClientAuthentication } from '@lintel/contract/customers/providers'
import type { SetupLink } from '@lintel/contract/identity/provider-setup'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'

/** Whether the provider was never active, which a setup link requires. */
const isNeverActive = sql<boolean>`(provider.activated_at is null and provider.is_disabled)`

/** Whether the provider can be set up by a link; undefined where there is none. Locked until the transaction ends. */
export const lockForSetup = (db: Transaction, provider: string) =>
  db
    .selectFrom('sso_provider as provider')
    .select(['provider.id', isNeverActive.as('isNeverActive')])
    .where('provider.id', '=', provider)
    .forUpdate()
    .executeTakeFirst()

/** Adds a link and revokes the previous one of the provider. */
export async function addSetupLink(
  db: Transaction,
  {
    provider,
    secretHash,
    createdBy,
    now,
    expiresAt,
  }: { provider: string; secretHash: Buffer; createdBy: string; now: number; expiresAt: number },
): Promise<void> {
  await endSetupLink(db, provider, now)
  await db
    .insertInto('provider_setup_link')
    .values({
      id: uuidv7(),
      provider_id: provider,
      secret_hash: secretHash,
      created_at: instantOf(now),
      created_by: createdBy,
      expires_at: instantOf(expiresAt),
    })
    .execute()
}

/** Revokes the provider's link; false where there was none. */
export async function endSetupLink(db: Transaction, provider: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('provider_setup_link')
    .set({ revoked_at: instantOf(now) })
    .where('provider_id', '=', provider)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The provider's link as shown to staff; undefined once the provider was activated. */
export const setupLinkOf = (db: Database, provider: string, now: number): Promise<SetupLink | undefined> =>
  db
    .selectFrom('provider_setup_link as link')
    .innerJoin('sso_provider as provider', 'provider.id', 'link.provider_id')
    .leftJoin('app_user as creator', 'creator.id', 'link.created_by')
    .select([
      'link.created_at as createdAt',
      'creator.email as createdBy',
      'link.expires_at as expiresAt',
      sql<boolean>`link.expires_at <= ${instantOf(now)}`.as('isExpired'),
      'link.last_used_at as lastUsedAt',
      'link.handed_over_at as handedOverAt',
    ])
    .where('link.provider_id', '=', provider)
    .where('link.revoked_at', 'is', null)
    .where(isNeverActive)
    .executeTakeFirst()

/** The provider as the holder of a setup link sees it. */
export interface LinkedSetup {
  linkId: string
  providerId: string
  name: string
  version: number
  issuer: string | null
  clientId: string | null
  hasClientSecret: boolean
  clientAuthentication: ClientAuthentication
  expiresAt: string
  handedOverAt: string | null
}

/** The provider of a valid link; updates the last use of the link. */
export const findSetupByLink = (
  db: Database,
  { secretHash, now }: { secretHash: Buffer; now: number },
): Promise<LinkedSetup | undefined> =>
  db
    .with('used', (cte) =>
      cte
        .updateTable('provider_setup_link as link')
        .from('sso_provider as provider')
        .set({ last_used_at: instantOf(now) })
        .whereRef('provider.id', '=', 'link.provider_id')
        .where('link.secret_hash', '=', secretHash)
        .where('link.revoked_at', 'is', null)
        .where('link.expires_at', '>', instantOf(now))
        .where(isNeverActive)
        .returning(['link.id', 'link.provider_id', 'link.expires_at', 'link.handed_over_at']),
    )
    .selectFrom('used')
    .innerJoin('sso_provider as provider', 'provider.id', 'used.provider_id')
    .select([
      'used.id as linkId',
      'provider.id as providerId',
      'provider.name',
      'provider.version',
      'provider.issuer',
      'provider.client_id as clientId',
      sql<boolean>`provider.client_secret_encrypted is not null`.as('hasClientSecret'),
      sql<ClientAuthentication>`provider.client_authentication`.as('clientAuthentication'),
      'used.expires_at as expiresAt',
      'used.handed_over_at as handedOverAt',
    ])
    .executeTakeFirst()

/** Records the hand-over; idempotent, the first time is kept. */
export const recordHandOver = (db: Transaction, linkId: string, now: number) =>
  db
    .updateTable('provider_setup_link')
    .set({ handed_over_at: sql`coalesce(handed_over_at, ${instantOf(now)})` })
    .where('id', '=', linkId)
    .execute()
