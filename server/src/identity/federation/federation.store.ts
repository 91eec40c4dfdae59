import type { ClientAuthentication } from '@lintel/contract/customers/providers'
import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database, StatementPart, Transaction } from '../../platform/database'
import { administersAny, isProvable, isUsable } from '../account.store'
import { isAllowedBy } from './signs-in-by-provider.store'

/** A provider with its sign-in settings. */
export interface Provider {
  id: string
  name: string
  issuer: string | null
  clientId: string | null
  /** Encrypted. */
  clientSecret: string | null
  clientAuthentication: ClientAuthentication
  scopes: string | null
  emailMatch: boolean
  emailRegex: string | null
  isDisabled: boolean
}

const providerColumns = [
  'provider.id',
  'provider.name',
  'provider.issuer',
  'provider.client_id as clientId',
  'provider.client_secret_encrypted as clientSecret',
  sql<ClientAuthentication>`provider.client_authentication`.as('clientAuthentication'),
  'provider.scopes',
  'provider.email_match as emailMatch',
  'provider.email_regex as emailRegex',
  'provider.is_disabled as isDisabled',
] as const

const providerOf = (db: Database, id: string) =>
  db.selectFrom('sso_provider as provider').select(providerColumns).where('provider.id', '=', id)

export const findProvider = (db: Database, id: string): Promise<Provider | undefined> =>
  providerOf(db, id).executeTakeFirst()

/** A provider, locked against changes until the transaction ends. */
export const lockProvider = (db: Transaction, id: string): Promise<Provider | undefined> =>
  providerOf(db, id).forShare('provider').executeTakeFirst()

/** Whether the provider is enabled and its issuer is still the one that authenticated the identity (security E6). */
export const isInUse = ({ isDisabled, issuer }: Provider, proved: { issuer: string }): boolean =>
  !isDisabled && issuer === proved.issuer

/**
 * The same check as a query with a shared lock, for statements that open something by an identity of the provider; no row where
 * the provider may not be used any more.
 */
export const providerLockSql = ({ provider, issuer }: Pick<IdentityKey, 'provider' | 'issuer'>): StatementPart =>
  sql`select from sso_provider where id = ${provider} and issuer = ${issuer} and not is_disabled for share`

/** A new authorization flow; times in milliseconds. */
export interface NewFlow {
  stateHash: Buffer
  providerId: string
  issuer: string
  browserHash: Buffer
  sealed: string
  /** The flow requires a new authentication at the provider. */
  isFresh: boolean
  createdAt: number
  expiresAt: number
}

export const addFlow = (db: Transaction, flow: NewFlow) =>
  db
    .insertInto('federation_flow')
    .values({
      state_hash: flow.stateHash,
      provider_id: flow.providerId,
      issuer: flow.issuer,
      browser_hash: flow.browserHash,
      sealed: flow.sealed,
      is_fresh: flow.isFresh,
      created_at: instantOf(flow.createdAt),
      expires_at: instantOf(flow.expiresAt),
    })
    .execute()

/** A flow whose callback arrived, with its current provider; null when the provider was removed meanwhile (security E6). */
export interface ReturnedFlow {
  issuer: string
  sealed: string
  isFresh: boolean
  provider: Provider | null
}

/** Consumes a flow: of concurrent callbacks with the same state, from the browser that began it, only one gets it (security E1). */
export async function consumeFlow(
  db: Database,
  {
    stateHash,
    browserHash,
    providerId,
    now,
  }: { stateHash: Buffer; browserHash: Buffer; providerId: string; now: number },
): Promise<ReturnedFlow | undefined> {
  const row = await db
    .with('consumed', (cte) =>
      cte
        .deleteFrom('federation_flow')
        .where('state_hash', '=', stateHash)
        .where('browser_hash', '=', browserHash)
        .where('provider_id', '=', providerId)
        .where('expires_at', '>', instantOf(now))
        .returning(['provider_id', 'issuer', 'sealed', 'is_fresh']),
    )
    .selectFrom('consumed')
    .leftJoin('sso_provider as provider', 'provider.id', 'consumed.provider_id')
    .select(['consumed.issuer as flowIssuer', 'consumed.sealed', 'consumed.is_fresh as isFresh', ...providerColumns])
    .executeTakeFirst()
  if (!row) return undefined
  const { flowIssuer, sealed, isFresh, ...found } = row
  return { issuer: flowIssuer, sealed, isFresh, provider: hasProvider(found) ? found : null }
}

const hasProvider = (found: { [K in keyof Provider]: Provider[K] | null }): found is Provider => found.id !== null

/** The key of an identity (security E4). */
export interface IdentityKey {
  provider: string
  issuer: string
  subject: string
}

/** The account of an identity at a provider. */
export interface FederatedAccount {
  id: string
  email: string
  isStaff: boolean
  isAdministrator: boolean
  homeCustomer: string | null
  /** Not disabled, deleted or past its end date. */
  isUsable: boolean
  /** The mailbox of its address was proved. */
  isProved: boolean
  /** The login methods of the person and the customer allow this provider. */
  isAllowed: boolean
}

const accountColumns = (at: string, provider: string) =>
  [
    'app_user.id',
    'app_user.email',
    'app_user.home_customer_id as homeCustomer',
    sql<boolean>`app_user.role is not null`.as('isStaff'),
    administersAny.as('isAdministrator'),
    sql<boolean>`app_user.email_verified_at is not null`.as('isProved'),
    isProvable(at).as('isUsable'),
    isAllowed(provider).as('isAllowed'),
  ] as const

const isAllowed = (provider: string) => isAllowedBy(sql`${provider}`)

/**
 * Whether an identity may be linked to an account: the account can sign in, and the provider is enabled, still has the issuer
 * that authenticated the identity, and is allowed for the account. A provider with `emailMatch` links by mailed proof only; the
 * first proof of a mailbox links any provider (security E6). Locks the account and the provider until the transaction ends.
 */
export async function mayLink(
  db: Transaction,
  {
    provider,
    issuer,
    byMail = false,
    isFirstProof = false,
  }: Pick<IdentityKey, 'provider' | 'issuer'> & { byMail?: boolean; isFirstProof?: boolean },
  { userId, now }: { userId: string; now: number },
): Promise<boolean> {
  const found = await db
    .selectFrom('app_user')
    .innerJoin('sso_provider', (join) => join.on('sso_provider.id', '=', provider))
    .select('app_user.id')
    .where('app_user.id', '=', userId)
    .where('app_user.role', 'is', null)
    .where(isUsable(instantOf(now)))
    .where('sso_provider.issuer', '=', issuer)
    .where('sso_provider.is_disabled', '=', false)
    .$if(!isFirstProof, (query) => query.where('sso_provider.email_match', '=', byMail))
    .where(isAllowed(provider))
    .forNoKeyUpdate('app_user')
    .forShare('sso_provider')
    .executeTakeFirst()
  return found !== undefined
}

/** Ids of the public providers to which {@link mayLink} allows the account to be linked. */
export const linkableProviders = async (db: Database, userId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select sso_provider.id from sso_provider, app_user
    where app_user.id = ${userId} and app_user.role is null and sso_provider.is_public and not sso_provider.hidden
      and not sso_provider.is_disabled and not sso_provider.email_match and sso_provider.issuer is not null
      and ${isAllowedBy(sql.ref('sso_provider.id'))}
    order by sso_provider.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The account of an identity; updates the last use of the identity. */
export const findAccountByIdentity = (
  db: Database,
  { provider, issuer, subject }: IdentityKey,
  now: number,
): Promise<(FederatedAccount & { identityId: string }) | undefined> =>
  db
    .with('used', (cte) =>
      cte
        .updateTable('external_identity')
        .set({ last_used_at: instantOf(now) })
        .where('provider_id', '=', provider)
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .returning(['id', 'user_id']),
    )
    .selectFrom('used')
    .innerJoin('app_user', 'app_user.id', 'used.user_id')
    .select(['used.id as identityId', ...accountColumns(instantOf(now), provider)])
    .executeTakeFirst()

/** The account of an email address, locked for this transaction. */
export const lockAccountByEmail = (
  db: Transaction,
  email: string,
  { provider, now }: { provider: string; now: number },
): Promise<FederatedAccount | undefined> =>
  db
    .selectFrom('app_user')
    .select(accountColumns(instantOf(now), provider))
    .where('email', '=', email)
    .forNoKeyUpdate('app_user')
    .executeTakeFirst()

/** The account of an identity or of an email address, read only: without a lock and without updating the last use. */
export const findFederatedAccount = (
  db: Database,
  lookup: IdentityKey | { provider: string; email: string },
  now: number,
): Promise<FederatedAccount | undefined> => {
  const accounts = db.selectFrom('app_user').select(accountColumns(instantOf(now), lookup.provider))
  return 'email' in lookup
    ? accounts.where('app_user.email', '=', lookup.email).executeTakeFirst()
    : accounts
        .innerJoin('external_identity as identity', 'identity.user_id', 'app_user.id')
        .where('identity.provider_id', '=', lookup.provider)
        .where('identity.issuer', '=', lookup.issuer)
        .where('identity.subject', '=', lookup.subject)
        .executeTakeFirst()
}

/** Records with which identity a session began. */
export const recordFederationSession = (
  db: Database,
  { sessionId, identityId, provider }: { sessionId: string; identityId: string; provider: string },
) =>
  db
    .insertInto('federation_session')
    .values({ session_id: sessionId, identity_id: identityId, provider_id: provider })
    .execute()

/** The provider of a session that began at one. */
export const providerOfSession = (db: Database, sessionId: string) =>
  db
    .selectFrom('federation_session')
    .innerJoin('sso_provider as provider', 'provider.id', 'federation_session.provider_id')
    .select(['provider.id', 'provider.name', 'provider.client_id as clientId'])
    .select(['provider.logout_uri as logoutUri', 'provider.landing_page as landingPage'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst()

/** Columns that the sign-in button of a provider needs. */
const buttonColumns = ['id', 'name', 'icon', 'color', 'text_color as textColor'] as const

/** Enabled providers with an email expression. */
export const providersWithRegex = (db: Database) =>
  db
    .selectFrom('sso_provider')
    .select([...buttonColumns, sql<string>`email_regex`.as('emailRegex')])
    .where('email_regex', 'is not', null)
    .where('is_disabled', '=', false)
    .where('issuer', 'is not', null)
    .orderBy('id')
    .execute()

/** The provider of a normalised company id; the first of those that had the same one before it was unique (migration 262). */
export const providerOfCompany = (db: Database, companyId: string) =>
  db
    .selectFrom('sso_provider')
    .select(buttonColumns)
    .where(sql<boolean>`company_id_of(id) = ${companyId}`)
    .where('is_disabled', '=', false)
    .where('issuer', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
