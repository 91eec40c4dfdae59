import {
  type ClientAuthentication,
  type SsoProvider,
  type SsoProviderDraft,
  type SsoProviderPatch,
  secretPlaceholder,
  type ssoProviders,
} from '@lintel/contract/customers/providers'
import type { ListQuery } from '@lintel/contract/jsonapi/query'
import { type Actor, isSignedIn, isStaff, type Person, withAnyLoginMethod } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { isActive } from '../../people/members/membership-end.store'
import { instantOf } from '../../platform/clock'
import { columnValues } from '../../platform/columns'
import type { Configuration } from '../../platform/configuration'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import type { DB } from '../../platform/database.types'
import { type ListPage, type Ordering, page } from '../../platform/paging'
import { assertChanged, assertRemoved } from '../../platform/rows'
import { containsWords } from '../../platform/search'
import { openSecrets } from '../../platform/secrets'
import { ownId, readableCustomers } from '../customers/customer-rights.store'
import { providerColumns } from './provider-columns'
import { refuseInvalidSettings } from './provider-settings'

/**
 * The providers visible to the actor: those on the sign-in screen for everybody, which nobody can sign in at before they
 * have an issuer; signed in, all public ones and those of customers they read or work for; all for staff.
 */
function offeredProviders(db: Database, actor: Actor) {
  const providers = db.selectFrom('sso_provider as provider')
  if (!isSignedIn(actor))
    return providers
      .where('is_public', '=', true)
      .where('hidden', '=', false)
      .where('is_disabled', '=', false)
      .where('issuer', 'is not', null)
  if (isStaff(actor)) return providers
  return providers.where((where) =>
    where.or([
      where('is_public', '=', true),
      where.exists(
        where
          .selectFrom('customer')
          .select('customer.id')
          .where(sql<SqlBool>`provider.id = any(customer.providers || customer.assigned_providers)`)
          .where((of) =>
            of.or([
              // Regardless of the session's login method: the actor must find out which provider to sign in with.
              readableCustomers(of, withAnyLoginMethod(actor), 'customer.id'),
              sql<SqlBool>`exists (${ownProjects(actor)} and project.customer_id = customer.id)`,
            ]),
          ),
      ),
      sql<SqlBool>`exists (${ownProjects(actor)} and (provider.id = any(project.providers) or provider.id = any(own.providers)))`,
    ]),
  )
}

/** The projects in which the actor has an active membership; in a guest session, the guest's single project. */
const ownProjects = (actor: Person) => sql`
  select from project_member as own join project on project.id = own.project_id
  where own.user_id = ${ownId(actor)} and ${isActive('own')} and not project.is_inactive
    ${actor.guestOf === null ? sql`` : sql`and project.id = ${actor.guestOf}`}`

/** Columns visible to everybody. */
const publicColumns = [
  'provider.id',
  'provider.version',
  'provider.name',
  'provider.icon',
  'provider.color',
  'provider.text_color as textColor',
  'provider.email_regex as emailRegex',
] as const

/** Columns visible to staff; of the client secret only whether one is stored (security E10). */
const staffColumns = [
  'provider.is_public as isPublic',
  'provider.hidden',
  'provider.email_match as emailMatch',
  'provider.is_disabled as isDisabled',
  'provider.description',
  'provider.landing_page as landingPage',
  'provider.logout_uri as logoutUri',
  'provider.issuer',
  'provider.client_id as clientId',
  sql<string | null>`case when provider.client_secret_encrypted is not null then ${secretPlaceholder} end`.as(
    'clientSecret',
  ),
  sql<ClientAuthentication>`provider.client_authentication`.as('clientAuthentication'),
  'provider.scopes',
  'provider.activated_at as activatedAt',
  'provider.created_at as createdAt',
  'provider.updated_at as updatedAt',
] as const

function selectProviders(
  db: Database,
  actor: Actor,
): SelectQueryBuilder<DB & { provider: DB['sso_provider'] }, 'provider', SsoProvider> {
  const providers = offeredProviders(db, actor).select(publicColumns)
  return isStaff(actor) ? providers.select(staffColumns) : providers
}

const ordering: Ordering = {
  columns: { name: sql.ref('provider.name') },
  id: sql.ref('provider.id'),
  order: [{ field: 'name', descending: false }],
}

export const find = (db: Database, actor: Actor, id: string): Promise<SsoProvider | undefined> =>
  selectProviders(db, actor).where('provider.id', '=', id).executeTakeFirst()

export const findOfferedByIds = (db: Database, actor: Actor, ids: readonly string[]): Promise<SsoProvider[]> =>
  selectProviders(db, actor).where('provider.id', 'in', ids).execute()

export function listOffered(
  db: Database,
  actor: Actor,
  query: ListQuery<typeof ssoProviders>,
): Promise<ListPage<SsoProvider>> {
  const { q, isPublic, hidden } = query.filters
  let select = selectProviders(db, actor)
  if (q) select = select.where(containsWords(q, 'provider.name'))
  if (isPublic !== undefined) select = select.where('provider.is_public', '=', isPublic)
  if (hidden !== undefined) select = select.where('provider.hidden', '=', hidden)
  return page(select, query, ordering)
}

export async function add({ db, actor, configuration, now }: Change, draft: SsoProviderDraft): Promise<string> {
  refuseInvalidSettings(configuration, draft)
  const { id = '' } = draft
  await db
    .insertInto('sso_provider')
    .values({
      ...columnValues(providerColumns, draft),
      id,
      ...sealedSecret(configuration, id, draft.clientSecret),
      activated_at: draft.isDisabled ? null : instantOf(now),
      created_at: instantOf(now),
      created_by: authorOf(actor),
      updated_at: instantOf(now),
      updated_by: authorOf(actor),
    })
    .execute()
  return id
}

export async function change(
  { db, actor, configuration, now }: Change,
  { id, version }: Pick<SsoProvider, 'id' | 'version'>,
  patch: SsoProviderPatch,
): Promise<void> {
  refuseInvalidSettings(configuration, patch)
  await refuseSecretForOtherIssuer(db, id, patch)
  assertChanged(
    await db
      .updateTable('sso_provider')
      .set({
        ...columnValues(providerColumns, patch),
        ...sealedSecret(configuration, id, patch.clientSecret),
        // A provider that was active once stays activated: set-up links no longer lead to it.
        ...(patch.isDisabled === false && { activated_at: sql`coalesce(activated_at, ${instantOf(now)})` }),
        updated_at: instantOf(now),
        updated_by: authorOf(actor),
        version: version + 1,
      })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow(),
  )
}

/**
 * A stored secret is sent only to the issuer that it was entered for (security E10): another issuer needs it again, or null. Throws 422
 * `required`.
 */
async function refuseSecretForOtherIssuer(
  db: Database,
  id: string,
  { issuer, clientSecret }: SsoProviderPatch,
): Promise<void> {
  if (issuer === undefined || issuer === null || (clientSecret !== undefined && clientSecret !== secretPlaceholder))
    return
  const other = await db
    .selectFrom('sso_provider')
    .select('id')
    .where('id', '=', id)
    .where('issuer', 'is distinct from', issuer)
    .where('client_secret_encrypted', 'is not', null)
    .executeTakeFirst()
  if (!other) return
  throw new Problem('required', {
    pointer: '/data/attributes/clientSecret',
    detail: 'The stored client secret belongs to the previous issuer: enter the one of this issuer',
  })
}

const authorOf = (actor: Actor) => (isSignedIn(actor) ? actor.id : null)

/** The encrypted column of a new secret; the placeholder leaves it unchanged, null deletes it. */
function sealedSecret(configuration: Configuration, id: string, secret: string | null | undefined) {
  if (secret === undefined || secret === secretPlaceholder) return {}
  return {
    client_secret_encrypted: secret === null ? null : openSecrets(configuration).seal(secret, secretContext(id)),
  }
}

/** Encryption context of the client secret; decryption requires the same value. */
export const secretContext = (id: string) => `sso-provider:${id}`

export async function remove(db: Database, { id, version }: SsoProvider): Promise<void> {
  await db
    .updateTable('customer')
    .set({ assigned_providers: sql`array_remove(assigned_providers, ${id})` })
    .where(sql<SqlBool>`${id} = any(assigned_providers)`)
    .execute()
  const statement = db.deleteFrom('sso_provider').where('id', '=', id).where('version', '=', version)
  assertRemoved(await statement.executeTakeFirstOrThrow())
}

/** Locks a provider until the transaction ends, so that no concurrent change adds it as a login method. */
export const lockProvider = (db: Transaction, id: string) =>
  db.selectFrom('sso_provider').select('id').where('id', '=', id).forUpdate().execute()
