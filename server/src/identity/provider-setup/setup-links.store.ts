import type { ClientAuthentication } from '@lintel/contract/customers/providers'
import type { SetupLink } from '@lintel/contract/identity/provider-setup'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { instantOf } from '../../platform/clock'
import type { Database, Transaction } from '../../platform/database'

type Db = Database | Transaction

/** A provider that a set-up link may lead to: it was never active, and is not now. */
const isNeverActive = sql<boolean>`(provider.activated_at is null and provider.is_disabled)`

/** Is the provider one that can be set up by a link? Undefined where there is none. Stays so until the transaction ends. */
export const lockForSetup = (db: Transaction, provider: string) =>
  db
    .selectFrom('sso_provider as provider')
    .select(['provider.id', isNeverActive.as('isNeverActive')])
    .where('provider.id', '=', provider)
    .forUpdate()
    .executeTakeFirst()

/** Adds a link; the provider's former one is ended first. */
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

/** Ends the provider's link; gives whether there was one. */
export async function endSetupLink(db: Transaction, provider: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('provider_setup_link')
    .set({ revoked_at: instantOf(now) })
    .where('provider_id', '=', provider)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The provider's link as staff see it. One whose provider was activated has ended. */
export const setupLinkOf = (db: Db, provider: string, now: number): Promise<SetupLink | undefined> =>
  db
    .selectFrom('provider_setup_link as link')
    .innerJoin('sso_provider as provider', 'provider.id', 'link.provider_id')
    .leftJoin('app_user as maker', 'maker.id', 'link.created_by')
    .select([
      'link.created_at as createdAt',
      'maker.email as createdBy',
      'link.expires_at as expiresAt',
      sql<boolean>`link.expires_at <= ${instantOf(now)}`.as('isExpired'),
      'link.last_used_at as lastUsedAt',
      'link.handed_over_at as handedOverAt',
    ])
    .where('link.provider_id', '=', provider)
    .where('link.revoked_at', 'is', null)
    .where(isNeverActive)
    .executeTakeFirst()

/** What the holder of a link works on. */
export interface HeldSetup {
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

/** What a link's secret opens, if anything still; the link's use is noted. */
export const useSetupLink = (
  db: Db,
  { secretHash, now }: { secretHash: Buffer; now: number },
): Promise<HeldSetup | undefined> =>
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

/** The other side is done; said again, it stays as it was said first. */
export const noteHandOver = (db: Transaction, linkId: string, now: number) =>
  db
    .updateTable('provider_setup_link')
    .set({ handed_over_at: sql`coalesce(handed_over_at, ${instantOf(now)})` })
    .where('id', '=', linkId)
    .execute()
