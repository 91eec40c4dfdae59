import type { ClientAuthentication } from '@lintel/contract/customers/providers'
import { sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import type { Database, StatementPart, Transaction } from '../../platform/database'
import { isUsable } from '../account.store'

type Db = Database | Transaction

/** A provider with what signing in there takes. */
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

const settings = [
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

const providerOf = (db: Db, id: string) =>
  db.selectFrom('sso_provider as provider').select(settings).where('provider.id', '=', id)

export const findProvider = (db: Db, id: string): Promise<Provider | undefined> => providerOf(db, id).executeTakeFirst()

/** A provider, kept as it is until the transaction ends. */
export const lockProvider = (db: Transaction, id: string): Promise<Provider | undefined> =>
  providerOf(db, id).forShare('provider').executeTakeFirst()

/** The provider is in use, and still the one that proved something (security E6). */
export const isInUse = ({ isDisabled, issuer }: Provider, proved: { issuer: string }): boolean =>
  !isDisabled && issuer === proved.issuer

/**
 * The same as a part of a statement that opens something by an identity of the provider, which it keeps as it is: without a row where it
 * may not be used any more.
 */
export const holdingProvider = ({ provider, issuer }: Pick<IdentityKey, 'provider' | 'issuer'>): StatementPart =>
  sql`select from sso_provider where id = ${provider} and issuer = ${issuer} and not is_disabled for share`

/** A browser on its way to a provider; times in milliseconds. */
export interface NewFlow {
  stateHash: Buffer
  providerId: string
  issuer: string
  browserHash: Buffer
  sealed: string
  /** It was sent there for a fresh proof. */
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

/** A flow that came back, with its provider as it is set up now; null when it was removed meanwhile (security E6). */
export interface ReturnedFlow {
  issuer: string
  sealed: string
  isFresh: boolean
  provider: Provider | null
}

/** Takes a flow: of any number of callbacks with one state, by the browser that began it, one gets it (security E1). */
export async function takeFlow(
  db: Database,
  {
    stateHash,
    browserHash,
    providerId,
    now,
  }: { stateHash: Buffer; browserHash: Buffer; providerId: string; now: number },
): Promise<ReturnedFlow | undefined> {
  const row = await db
    .with('taken', (cte) =>
      cte
        .deleteFrom('federation_flow')
        .where('state_hash', '=', stateHash)
        .where('browser_hash', '=', browserHash)
        .where('provider_id', '=', providerId)
        .where('expires_at', '>', instantOf(now))
        .returning(['provider_id', 'issuer', 'sealed', 'is_fresh']),
    )
    .selectFrom('taken')
    .leftJoin('sso_provider as provider', 'provider.id', 'taken.provider_id')
    .select(['taken.issuer as begunAt', 'taken.sealed', 'taken.is_fresh as isFresh', ...settings])
    .executeTakeFirst()
  if (!row) return undefined
  const { begunAt, sealed, isFresh, ...found } = row
  return { issuer: begunAt, sealed, isFresh, provider: isWhole(found) ? found : null }
}

const isWhole = (found: { [K in keyof Provider]: Provider[K] | null }): found is Provider => found.id !== null

/** An identity as its provider tells it apart from all others (security E4). */
export interface IdentityKey {
  provider: string
  issuer: string
  subject: string
}

/** An account that somebody proved to be theirs at a provider. */
export interface FederatedAccount {
  id: string
  email: string
  isStaff: boolean
  isAdministrator: boolean
  homeCustomer: string | null
  isUsable: boolean
  /** The mailbox of its address was proved. */
  isProved: boolean
  /** The person's and their customer's login methods let this provider in. */
  isAllowed: boolean
}

const accountColumns = (at: string, provider: string) =>
  [
    'app_user.id',
    'app_user.email',
    'app_user.home_customer_id as homeCustomer',
    sql<boolean>`app_user.role is not null`.as('isStaff'),
    sql<boolean>`exists (select from customer_admin where customer_admin.user_id = app_user.id)`.as('isAdministrator'),
    sql<boolean>`app_user.email_verified_at is not null`.as('isProved'),
    isUsable(at).as('isUsable'),
    isAllowed(provider).as('isAllowed'),
  ] as const

/**
 * Nobody excluded the provider for this person: neither their own exemption nor the default of the customer at whom they are
 * at home, unless a project of theirs asks for it. What opens which project is enforced there.
 */
const isAllowed = (provider: string) => isAllowedBy(sql`${provider}`)

export const isAllowedBy = (provider: StatementPart) => sql<boolean>`(
  (cardinality(app_user.allowed_providers) = 0 or ${provider} = any(app_user.allowed_providers))
  and (
    not exists (
      select from customer where customer.id = app_user.home_customer_id
      and cardinality(customer.providers) > 0 and ${provider} <> all(customer.providers)
    )
    or ${provider} = any(app_user.allowed_providers)
    or exists (
      select from project_member as member
      join project on project.id = member.project_id join customer on customer.id = project.customer_id
      where member.user_id = app_user.id
      and (${provider} = any(member.providers) or ${provider} = any(project.providers) or ${provider} = any(customer.providers))
    )
  ))`

/**
 * May an identity become a way into an account: its provider is still the one that proved it, in use, and let in by the account,
 * whose owner it chooses by address only where mail proved them (security E6)? Both stay as they are until the transaction ends.
 */
export async function mayLink(
  db: Transaction,
  { provider, issuer, byMail = false }: Pick<IdentityKey, 'provider' | 'issuer'> & { byMail?: boolean },
  userId: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('app_user')
    .innerJoin('sso_provider', (join) => join.on('sso_provider.id', '=', provider))
    .select('app_user.id')
    .where('app_user.id', '=', userId)
    .where('app_user.role', 'is', null)
    .where('sso_provider.issuer', '=', issuer)
    .where('sso_provider.is_disabled', '=', false)
    .where('sso_provider.email_match', '=', byMail)
    .where(isAllowed(provider))
    .forNoKeyUpdate('app_user')
    .forShare('sso_provider')
    .executeTakeFirst()
  return found !== undefined
}

/** Ids of the providers that {@link mayLink} lets the account be linked to, and that everybody may see. */
export const linkableProviders = async (db: Database, userId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select sso_provider.id from sso_provider, app_user
    where app_user.id = ${userId} and app_user.role is null and sso_provider.is_public and not sso_provider.hidden
      and not sso_provider.is_disabled and not sso_provider.email_match and sso_provider.issuer is not null
      and ${isAllowedBy(sql.ref('sso_provider.id'))}
    order by sso_provider.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The account of an identity, its use noted. */
export const identify = (
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

/** The account of an address, kept for this transaction. */
export const accountOfEmail = (
  db: Transaction,
  email: string,
  { provider, now }: { provider: string; now: number },
): Promise<FederatedAccount | undefined> =>
  db
    .selectFrom('app_user')
    .select(accountColumns(instantOf(now), provider))
    .where('email', '=', email)
    .forUpdate('app_user')
    .executeTakeFirst()

/** The account of an identity, or that of an address, as they stand: nothing is noted, nothing is kept. */
export const accountAsItStands = (
  db: Database,
  who: IdentityKey | { provider: string; email: string },
  now: number,
): Promise<FederatedAccount | undefined> => {
  const accounts = db.selectFrom('app_user').select(accountColumns(instantOf(now), who.provider))
  return 'email' in who
    ? accounts.where('app_user.email', '=', who.email).executeTakeFirst()
    : accounts
        .innerJoin('external_identity as identity', 'identity.user_id', 'app_user.id')
        .where('identity.provider_id', '=', who.provider)
        .where('identity.issuer', '=', who.issuer)
        .where('identity.subject', '=', who.subject)
        .executeTakeFirst()
}

/** Notes with which identity a session began. */
export const noteSession = (
  db: Db,
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

/** What a provider's button is drawn from. */
const looks = ['id', 'name', 'icon', 'color', 'text_color as textColor'] as const

/** Providers that addresses may be forced to. */
export const providersWithRegex = (db: Database) =>
  db
    .selectFrom('sso_provider')
    .select([...looks, sql<string>`email_regex`.as('emailRegex')])
    .where('email_regex', 'is not', null)
    .where('is_disabled', '=', false)
    .where('issuer', 'is not', null)
    .orderBy('id')
    .execute()

/** The provider of a normalised company id. */
export const providerOfCompany = (db: Database, companyId: string) =>
  db
    .selectFrom('sso_provider')
    .select(looks)
    .where(sql<boolean>`regexp_replace(lower(id), '[^a-z0-9]', '', 'g') = ${companyId}`)
    .where('is_disabled', '=', false)
    .where('issuer', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
