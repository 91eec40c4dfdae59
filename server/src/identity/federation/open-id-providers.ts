import type { ClientAuthentication } from '@lintel/contract/customers/providers'
import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { personName } from '@lintel/contract/people/user-profiles'
import { Problem } from '@lintel/contract/problems'
import type * as openid from 'openid-client'
import { secretContext } from '../../customers/providers/providers.store'
import type { Platform } from '../../platform/context'
import { unknownProofAt } from '../../platform/fresh-proof'
import { type AddressPolicy, addressViolation } from '../../platform/outbound-address'
import type { Secrets } from '../../platform/secrets'
import { addressPolicy } from './address-policy'
import { callbackAddress } from './callback-address'
import { demoAddress } from './demo-address'
import type { Provider } from './federation.store'
import { ProviderUnreachable, safeFetch } from './safe-fetch'

/** Maximum age of cached provider metadata and keys, in milliseconds (security E8). */
const metadataMaxAgeMs = 3_600_000
/** Age of the cached keys, in milliseconds, from which an unknown key id makes them be fetched again (security E8). */
const keyRefetchDelayMs = 30_000
/** Key age in seconds from which openid-client refetches the keys for an unknown key id. */
const refetchAgeSeconds = 60
/** Maximum age of an id token, in seconds. The nonce ties it to this sign-in; a day is more than any clock error. */
const maxTokenAgeSeconds = 24 * 3_600
/**
 * Time limit for all provider calls of one request, in milliseconds, so that the response comes within six seconds (security
 * K4).
 */
const requestBudgetMs = 5_400
/** Accepted clock difference, in seconds, and accepted signature algorithms (security E3). */
const clockToleranceSeconds = 60
const acceptedAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519']

/** The claims of a provider about a person. */
export interface ProviderClaims {
  subject: string
  /** Lower-cased; undefined when there is no valid address. */
  email: string | undefined
  emailVerified: boolean
  /** The names as the person's profile accepts them; undefined otherwise, so that the person enters them. */
  givenName: string | undefined
  familyName: string | undefined
}

/** A redeemed authorization code. The claims are only completed from the userinfo endpoint when they are needed. */
export interface RedeemedCode {
  subject: string
  /** When the person authenticated at the provider (`auth_time`), in milliseconds; undefined where the provider does not say. */
  provedAt: number | undefined
  /** All claims as the provider sent them. */
  rawClaims(): Promise<Record<string, unknown>>
  claims(): Promise<ProviderClaims>
}

/** The authorization endpoint of a provider is missing or not allowed. */
export class InvalidAuthorizationEndpoint extends Error {
  readonly address: string | undefined

  constructor(address: string | undefined) {
    super(`${address ?? 'nothing'} is no address to sign in at`)
    this.address = address
  }
}

/** An id token has a valid signature but is not for this client or not valid now. `issuedAt` in seconds since 1970. */
export class InvalidIdTokenClaims extends Error {
  readonly issuedAt: number | undefined

  constructor(reason: string, issuedAt: number | undefined) {
    super(reason)
    this.issuedAt = issuedAt
  }
}

/** Loads openid-client with the first sign-in that needs it. */
const openIdClient = () => import('openid-client')

/** The secrets that bind a callback to the browser that began the flow. */
export interface FlowSecrets {
  nonce: string
  verifier: string
}

interface CachedMetadata {
  metadata: openid.ServerMetadata
  readAt: number
  keys?: { jwks: openid.ExportedJWKSCache['jwks']; readAt: number }
}

/** The OpenID Connect client for one request. */
interface ProviderClient {
  configuration: openid.Configuration
  published: CachedMetadata
  /** Caches the keys if they were fetched in this request, whatever its outcome. */
  cacheKeys(): void
}

/** OpenID Connect client for all providers. Metadata and keys are cached for an hour, failures are not cached. */
export class OpenIdProviders {
  readonly #platform: Platform
  readonly #secrets: Secrets
  readonly #policy: AddressPolicy
  readonly #metadata = new Map<string, CachedMetadata>()
  readonly #pendingReads = new Map<string, Promise<CachedMetadata>>()

  constructor(platform: Platform, secrets: Secrets) {
    this.#platform = platform
    this.#secrets = secrets
    this.#policy = addressPolicy(platform.configuration)
  }

  /** The authorization URL. `isFresh` requests a new authentication and the time of it (`auth_time`). */
  async authorizationUrl(
    provider: Provider,
    { nonce, verifier }: FlowSecrets,
    { state, loginHint, isFresh }: { state: string; loginHint?: string | undefined; isFresh?: boolean },
  ): Promise<string> {
    const { configuration, published } = await this.#clientFor(provider)
    const { authorization_endpoint: endpoint } = published.metadata
    // Checked first, because the URL is built from it.
    if (endpoint === undefined || addressViolation(endpoint, this.#policy) !== undefined)
      throw new Problem('providerUnavailable', { cause: new InvalidAuthorizationEndpoint(endpoint) })
    const client = await openIdClient()
    return client.buildAuthorizationUrl(configuration, {
      redirect_uri: callbackAddress(this.#platform.configuration),
      scope: scopesOf(provider),
      response_type: 'code',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(loginHint !== undefined && { login_hint: loginHint }),
      ...(isFresh && { prompt: reauthenticationPrompt(published.metadata), max_age: '0' }),
    }).href
  }

  /** Redeems a code and verifies the token response. The userinfo endpoint is only called when claims are needed. */
  async redeem(
    provider: Provider,
    { nonce, verifier }: FlowSecrets,
    { code, state, iss }: { code: string; state: string; iss?: string | undefined },
  ): Promise<RedeemedCode> {
    const { configuration, published, cacheKeys } = await this.#clientFor(provider)
    const callback = new URL(callbackAddress(this.#platform.configuration))
    for (const [name, value] of Object.entries({ code, state, iss })) {
      if (value !== undefined) callback.searchParams.set(name, value)
    }
    const client = await openIdClient()
    const tokenResponse = await this.#request(provider, () =>
      client.authorizationCodeGrant(configuration, callback, {
        pkceCodeVerifier: verifier,
        expectedNonce: nonce,
        expectedState: state,
        idTokenExpected: true,
      }),
    ).finally(cacheKeys)
    const claims = tokenResponse.claims()
    const fault = claims ? claimsFault(claims, provider.clientId, this.#platform.clock()) : 'there is no id token'
    if (!claims || fault !== undefined)
      throw new Problem('federationFailed', { cause: new InvalidIdTokenClaims(String(fault), claims?.iat) })
    const { sub } = claims
    const rawClaims = async () => {
      const isWhole = typeof claims.email === 'string' && claims.email_verified !== undefined
      if (isWhole || published.metadata.userinfo_endpoint === undefined) return claims
      const userInfo = await this.#request(provider, () =>
        client.fetchUserInfo(configuration, tokenResponse.access_token, sub),
      )
      return mergeClaims(claims, userInfo)
    }
    const provedAt = provedAtOf(claims, this.#platform.clock())
    return { subject: sub, provedAt, rawClaims, claims: async () => toProviderClaims(sub, await rawClaims()) }
  }

  /** Fetches the metadata of an issuer, without the cache. Throws {@link ProviderUnreachable} and the errors of openid-client. */
  async discover(issuer: string): Promise<openid.ServerMetadata> {
    const deadline = performance.now() + requestBudgetMs
    // Discovery needs no client, but openid-client requires a client id.
    return (await this.#discover(demoAddress(issuer, this.#platform.configuration), 'none', deadline)).metadata
  }

  /** Creates the client for one request, with the time limit of that request. */
  async #clientFor(provider: Provider): Promise<ProviderClient> {
    const deadline = performance.now() + requestBudgetMs
    const published = await this.#request(provider, () => this.#metadataOf(provider, deadline))
    const { metadata } = published
    const { clientId, clientSecret } = provider
    const secret = clientSecret === null ? undefined : this.#secrets.open(clientSecret, secretContext(provider.id))
    const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256']
    const algorithms = offered.filter((algorithm) => acceptedAlgorithms.includes(algorithm))
    const client = await openIdClient()
    const configuration = new client.Configuration(
      { ...metadata, id_token_signing_alg_values_supported: algorithms.length > 0 ? algorithms : ['RS256'] },
      clientId ?? '',
      {
        [client.clockTolerance]: clockToleranceSeconds,
        [client.clockSkew]: Math.round((this.#platform.clock() - Date.now()) / 1_000),
      },
      authenticationBy(client, secret, {
        chosen: provider.clientAuthentication,
        offered: metadata.token_endpoint_auth_methods_supported,
      }),
    )
    configuration[client.customFetch] = safeFetch(this.#policy, deadline)
    // Verifies the id token's signature although it came directly from the token endpoint.
    client.enableNonRepudiationChecks(configuration)
    if (metadata.issuer.startsWith('http://')) client.allowInsecureRequests(configuration)
    const cached = cachedKeys(published, this.#platform.clock())
    if (cached) client.setJwksCache(configuration, cached)
    const cacheKeys = () => {
      const keys = client.getJwksCache(configuration)
      if (keys && keys.uat !== cached?.uat) published.keys = { jwks: keys.jwks, readAt: this.#platform.clock() }
    }
    return { configuration, published, cacheKeys }
  }

  #metadataOf(provider: Provider, deadline: number): Promise<CachedMetadata> {
    const issuer = demoAddress(provider.issuer ?? '', this.#platform.configuration)
    const key = `${provider.id} ${issuer}`
    const cached = this.#metadata.get(key)
    const now = this.#platform.clock()
    if (cached && now - cached.readAt < metadataMaxAgeMs) return Promise.resolve(cached)
    const pending = this.#pendingReads.get(key) ?? this.#discover(issuer, provider.clientId ?? '', deadline)
    this.#pendingReads.set(key, pending)
    return pending
      .then((published) => {
        this.#metadata.set(key, published)
        return published
      })
      .finally(() => this.#pendingReads.delete(key))
  }

  async #discover(issuer: string, clientId: string, deadline: number): Promise<CachedMetadata> {
    const fault = addressViolation(issuer, this.#policy)
    if (fault !== undefined) throw new ProviderUnreachable(issuer, fault)
    const client = await openIdClient()
    const found = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
      [client.customFetch]: safeFetch(this.#policy, deadline),
      ...(issuer.startsWith('http://') && { execute: [client.allowInsecureRequests] }),
    })
    return { metadata: found.serverMetadata(), readAt: this.#platform.clock() }
  }

  /** Logs the cause of a provider failure; the user only learns that it failed or that the provider does not respond. */
  async #request<T>(provider: Provider, run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      if (error instanceof Problem) throw error
      this.#platform.log.warn({ err: error, provider: provider.id }, 'a provider failed')
      throw new Problem(isUnavailable(error) ? 'providerUnavailable' : 'federationFailed', { cause: error })
    }
  }
}

/** The cached keys with the age that openid-client has to assume: see {@link keyRefetchDelayMs}. */
function cachedKeys({ keys }: CachedMetadata, now: number): openid.ExportedJWKSCache | undefined {
  if (!keys || now - keys.readAt >= metadataMaxAgeMs) return undefined
  const age = now - keys.readAt
  const seconds = age < keyRefetchDelayMs ? Math.floor(age / 1_000) : refetchAgeSeconds
  return { jwks: keys.jwks, uat: Math.floor(Date.now() / 1_000) - seconds }
}

/** Responses that are not OpenID Connect count like no response. */
const invalidResponseCodes = new Set([
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
])

function isUnavailable(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof ProviderUnreachable || invalidResponseCodes.has((one as { code?: string }).code ?? ''))
      return true
  }
  return false
}

/** Always includes `openid`, which OpenID Connect requires. */
const scopesOf = ({ scopes }: Provider): string =>
  [...new Set(['openid', ...(scopes ?? 'email profile').split(/\s+/)])].filter((scope) => scope !== '').join(' ')

function authenticationBy(
  client: typeof openid,
  secret: string | undefined,
  { chosen, offered }: { chosen: ClientAuthentication; offered: readonly string[] | undefined },
): openid.ClientAuth {
  if (secret === undefined) return client.None()
  // `client_secret_basic` is the default where no methods are published (OpenID Connect Discovery 3).
  const automatic = offered?.includes('client_secret_post') ? 'client_secret_post' : 'client_secret_basic'
  const method = chosen === 'automatic' ? automatic : chosen
  return method === 'client_secret_post' ? client.ClientSecretPost(secret) : clientSecretBasic(secret)
}

/**
 * HTTP Basic client authentication (RFC 6749, 2.3.1), with form encoding only: openid-client also encodes `-`, `_` and `.`,
 * which providers that do not decode them reject.
 */
const clientSecretBasic =
  (secret: string): openid.ClientAuth =>
  (_server, { client_id: id }, _body, headers) =>
    headers.set('authorization', `Basic ${btoa(`${formEncoded(id)}:${formEncoded(secret)}`)}`)

const formEncoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1)

/**
 * Checks of an id token that openid-client does not make (security E3): the subject is not empty, it was issued to this client,
 * and recently.
 */
function claimsFault({ sub, azp, iat }: openid.IDToken, clientId: string | null, now: number): string | undefined {
  if (sub === '') return 'nobody is meant'
  if (azp !== undefined && azp !== clientId) return 'it was given to another client'
  const age = now / 1_000 - iat
  if (age > maxTokenAgeSeconds) return 'it was made long ago'
  return age < -clockToleranceSeconds ? 'it is made in the future' : undefined
}

/** The authentication time; one in the future is treated as unknown. */
function provedAtOf({ auth_time: at }: openid.IDToken, now: number): number | undefined {
  if (at === undefined) return undefined
  return at * 1_000 > now + clockToleranceSeconds * 1_000 ? unknownProofAt(now) : Math.min(at * 1_000, now)
}

/** Google rejects `prompt=login` with an error page and does not publish the prompts it supports. */
const google = 'https://accounts.google.com'

/** The `prompt` that requests a new authentication; account selection where the provider does not support `login`. */
export function reauthenticationPrompt({
  issuer,
  prompt_values_supported: supported,
}: {
  issuer: string
  prompt_values_supported?: unknown
}): 'login' | 'select_account' {
  const isWithoutLogin = issuer === google || (Array.isArray(supported) && !supported.includes('login'))
  return isWithoutLogin ? 'select_account' : 'login'
}

/** Merges id token and userinfo claims. `email_verified` is taken from the source that has the email. */
function mergeClaims(claims: Record<string, unknown>, userInfo: Record<string, unknown>): Record<string, unknown> {
  const { email, email_verified } = typeof userInfo.email === 'string' ? userInfo : claims
  return { ...claims, ...userInfo, email, email_verified }
}

export function toProviderClaims(subject: string, claims: Record<string, unknown>): ProviderClaims {
  const email = typeof claims.email === 'string' ? claims.email.trim() : ''
  // Checked before lower-casing: a string can become an email address by case folding (security F6).
  const isAddress = email.length <= 254 && emailPattern.test(email)
  return {
    subject,
    email: isAddress ? email.toLowerCase() : undefined,
    emailVerified: isAddress && claims.email_verified === true,
    givenName: nameOf(claims.given_name),
    familyName: nameOf(claims.family_name),
  }
}

const nameOf = (claim: unknown): string | undefined => personName.safeParse(claim).data || undefined
