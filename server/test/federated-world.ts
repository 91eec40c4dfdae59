import type { Insertable } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { secretContext } from '../src/customers/providers/providers.store'
import { callbackAddress } from '../src/identity/federation/callback-address'
import type { Configuration } from '../src/platform/configuration'
import type { DB } from '../src/platform/database.types'
import { openSecrets } from '../src/platform/secrets'
import { type Browser, browser } from './browser'
import { type OidcPerson, startOidcProvider, type TestOidcProvider } from './far-ends/oidc-provider'
import { onCleanup } from './on-cleanup'
import { type World, world } from './world'

const base = '/mgw/api/v2/federation'

/** The world with a real OpenID Connect provider, registered as `elsewhere` for the domain `elsewhere.example`. */
export interface FederatedWorld extends World {
  externalProvider: TestOidcProvider
  addProvider(id: string, more?: Partial<Insertable<DB['sso_provider']>>): Promise<void>
  /** Adds verified domains to a new customer that allows the provider; returns the customer's id. */
  bindDomains(provider: string, domains: readonly string[]): Promise<string>
  /** Starts a sign-in at a provider (`login` forces a fresh one) and returns the URL of its authorization request. */
  redirectToProvider(from: Browser, provider?: string, prompt?: 'login'): Promise<string>
  /** Signs in at the provider and returns the body for `loginwithcode`. */
  authorizeAs(from: Browser, person: OidcPerson, provider?: string): Promise<Callback>
  /** Signs in at the provider and posts the result to `loginwithcode`. */
  signInAtProvider(from: Browser, person: OidcPerson, provider?: string): ReturnType<Browser['post']>
  newBrowser(): Browser
}

export interface Callback {
  authorizationCode: string
  provider: string
  state: string
  iss: string
}

export const federatedWorld = async (more: Partial<Configuration> = {}): Promise<FederatedWorld> =>
  withProvider(
    await world({
      rates: { general: many, signIn: many, resetRequest: many, providerMatch: many, providerSetup: many },
      ...more,
    }),
  )

/** Adds a real provider to a world that the test file has opened. */
export async function withProvider<W extends World>(opened: W): Promise<FederatedWorld & W> {
  const { app, db, platform } = opened
  const externalProvider = await startOidcProvider(callbackAddress(platform.configuration), onCleanup)
  const secrets = openSecrets(platform.configuration)
  const redirectToProvider: FederatedWorld['redirectToProvider'] = async (from, provider = 'elsewhere', prompt) => {
    const query = new URLSearchParams({ provider, ...(prompt && { prompt }) })
    const answer = await from.get(`${base}/redirecttoexternallogin?${query}`)
    if (answer.statusCode !== 302) throw new Error(`The redirect answered ${answer.statusCode}: ${answer.body}`)
    return String(answer.headers.location)
  }
  const addProvider: FederatedWorld['addProvider'] = async (id, columns = {}) => {
    await db
      .insertInto('sso_provider')
      .values({
        id,
        name: `Provider ${id}`,
        issuer: externalProvider.issuer,
        client_id: 'lintel',
        client_secret_encrypted: secrets.seal(externalProvider.clientSecret, secretContext(id)),
        scopes: 'openid email profile',
        ...columns,
      })
      .execute()
  }
  const authorizeAs = async (from: Browser, person: OidcPerson, provider = 'elsewhere') => {
    const { code, state, iss } = await externalProvider.visit(await redirectToProvider(from, provider), person)
    return { authorizationCode: code, provider, state, iss }
  }
  const bindDomains: FederatedWorld['bindDomains'] = async (provider, domains) => {
    const customer = uuidv7()
    await db
      .insertInto('customer')
      .values({ id: customer, name: `Owner of ${domains.join(', ')}`, providers: [provider] })
      .execute()
    await db.deleteFrom('customer_domain').where('domain', 'in', domains).execute()
    const bound = domains.map((domain) => ({ id: uuidv7(), customer_id: customer, domain, state: 'verified' }))
    await db.insertInto('customer_domain').values(bound).execute()
    return customer
  }
  await addProvider('elsewhere')
  await bindDomains('elsewhere', ['elsewhere.example'])
  return {
    ...opened,
    externalProvider,
    addProvider,
    bindDomains,
    redirectToProvider,
    authorizeAs,
    signInAtProvider: async (from, person, provider) =>
      from.post(`${base}/loginwithcode`, await authorizeAs(from, person, provider)),
    newBrowser: () => browser(app),
  }
}

const many = { calls: 1_000_000, seconds: 60 }
