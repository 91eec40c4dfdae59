import {
  type ClientAuthentication,
  type SsoProvider,
  type SsoProviderDraft,
  type SsoProviderPatch,
  type ssoProviders,
  storedSecret,
} from '@lintel/contract/customers/providers'
import type { ListQuery } from '@lintel/contract/jsonapi/query'
import { type Actor, isSignedIn, isStaff, type Person, withAnyLoginMethod } from '@lintel/contract/people/permissions'
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { instantOf } from '../../platform/clock'
import { written } from '../../platform/columns'
import type { Configuration } from '../../platform/configuration'
import type { Change } from '../../platform/context'
import type { Database, Transaction } from '../../platform/database'
import type { DB } from '../../platform/database.types'
import { type Listed, type Ordering, page } from '../../platform/paging'
import { mustHaveChanged, mustHaveRemoved } from '../../platform/rows'
import { containsWords } from '../../platform/search'
import { openSecrets } from '../../platform/secrets'
import { isActive } from '../../projects/projects/project-rights.store'
import { readableCustomers } from '../customers/customer-rights.store'
import { providerColumns } from './provider-columns'
import { refuseUnfitSettings } from './provider-settings'

type Db = Database | Transaction

/**
 * The providers that the actor may know: on the sign-in screen for everybody; signed in, the other public ones and
 * those of customers they read or work for; staff all.
 */
function offered(db: Db, actor: Actor) {
  const providers = db.selectFrom('sso_provider as provider')
  if (!isSignedIn(actor))
    return providers.where('is_public', '=', true).where('hidden', '=', false).where('is_disabled', '=', false)
  if (isStaff(actor)) return providers
  return providers.where((where) =>
    where.or([
      where('is_public', '=', true),
      where.exists(
        where
          .selectFrom('customer')
          .select('customer.id')
          .where(sql<SqlBool>`provider.id = any(customer.providers)`)
          .where((of) =>
            of.or([
              // Whoever is to sign in there first has to know where, so by whatever method they are here now.
              readableCustomers(of, withAnyLoginMethod(actor), 'customer.id'),
              sql<SqlBool>`exists (${ownProjects(actor)} and project.customer_id = customer.id)`,
            ]),
          ),
      ),
      sql<SqlBool>`exists (${ownProjects(actor)} and (provider.id = any(project.providers) or provider.id = any(own.providers)))`,
    ]),
  )
}

/** The projects that the person is a living member of; in a guest session, the guest's one. */
const ownProjects = ({ id, guestOf }: Person) => sql`
  select from project_member as own join project on project.id = own.project_id
  where own.user_id = ${id} and ${isActive('own')} and not project.is_inactive
    ${guestOf === null ? sql`` : sql`and project.id = ${guestOf}`}`

/** What everybody may know of them. */
const looks = [
  'provider.id',
  'provider.version',
  'provider.name',
  'provider.icon',
  'provider.color',
  'provider.text_color as textColor',
  'provider.email_regex as emailRegex',
] as const

/** The rest, which is staff's; of the client secret only that there is one (security E10). */
const settings = [
  'provider.is_public as isPublic',
  'provider.hidden',
  'provider.email_match as emailMatch',
  'provider.is_disabled as isDisabled',
  'provider.description',
  'provider.landing_page as landingPage',
  'provider.logout_uri as logoutUri',
  'provider.issuer',
  'provider.client_id as clientId',
  sql<string | null>`case when provider.client_secret_encrypted is not null then ${storedSecret} end`.as(
    'clientSecret',
  ),
  sql<ClientAuthentication>`provider.client_authentication`.as('clientAuthentication'),
  'provider.scopes',
  'provider.activated_at as activatedAt',
  'provider.created_at as createdAt',
  'provider.updated_at as updatedAt',
] as const

function known(
  db: Db,
  actor: Actor,
): SelectQueryBuilder<DB & { provider: DB['sso_provider'] }, 'provider', SsoProvider> {
  const providers = offered(db, actor).select(looks)
  return isStaff(actor) ? providers.select(settings) : providers
}

const ordering: Ordering = {
  columns: { name: sql.ref('provider.name') },
  id: sql.ref('provider.id'),
  order: [{ field: 'name', descending: false }],
}

export const find = (db: Db, actor: Actor, id: string): Promise<SsoProvider | undefined> =>
  known(db, actor).where('provider.id', '=', id).executeTakeFirst()

export const amongOffered = (db: Db, actor: Actor, ids: readonly string[]): Promise<SsoProvider[]> =>
  known(db, actor).where('provider.id', 'in', ids).execute()

export function listOffered(db: Db, actor: Actor, query: ListQuery<typeof ssoProviders>): Promise<Listed<SsoProvider>> {
  const { q, isPublic, hidden } = query.filters
  let select = known(db, actor)
  if (q) select = select.where(containsWords(q, 'provider.name'))
  if (isPublic !== undefined) select = select.where('provider.is_public', '=', isPublic)
  if (hidden !== undefined) select = select.where('provider.hidden', '=', hidden)
  return page(select, query, ordering)
}

export async function add({ db, actor, configuration, now }: Change, draft: SsoProviderDraft): Promise<string> {
  refuseUnfitSettings(configuration, draft)
  const { id = '' } = draft
  await db
    .insertInto('sso_provider')
    .values({
      ...written(providerColumns, draft),
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
  refuseUnfitSettings(configuration, patch)
  mustHaveChanged(
    await db
      .updateTable('sso_provider')
      .set({
        ...written(providerColumns, patch),
        ...sealedSecret(configuration, id, patch.clientSecret),
        // Once active, it was active for good: no set-up link leads to it any more.
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

const authorOf = (actor: Actor) => (isSignedIn(actor) ? actor.id : null)

/** The column of a new secret; what stands for the stored one changes nothing, null forgets it. */
function sealedSecret(configuration: Configuration, id: string, secret: string | null | undefined) {
  if (secret === undefined || secret === storedSecret) return {}
  return {
    client_secret_encrypted: secret === null ? null : openSecrets(configuration).seal(secret, secretContext(id)),
  }
}

/** Whose secret it is, said again when it is opened. */
export const secretContext = (id: string) => `sso-provider:${id}`

export async function remove(db: Db, { id, version }: SsoProvider): Promise<void> {
  const statement = db.deleteFrom('sso_provider').where('id', '=', id).where('version', '=', version)
  mustHaveRemoved(await statement.executeTakeFirstOrThrow())
}

/** Nobody names it as a login method from now on until the transaction ends, and whoever does at this moment is waited for. */
export const lockProvider = (db: Transaction, id: string) =>
  db.selectFrom('sso_provider').select('id').where('id', '=', id).forUpdate().execute()
