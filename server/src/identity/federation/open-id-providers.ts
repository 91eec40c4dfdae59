import type { ClientAuthentication } from '@lintel/contract/customers/providers'
import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { Problem } from '@lintel/contract/problems'
import type * as openid from 'openid-client'
import { secretContext } from '../../customers/providers/providers.store'
import type { Platform } from '../../platform/context'
import { unknownProofAt } from '../../platform/fresh-proof'
import { type AddressPolicy, addressFault } from '../../platform/outside-address'
import type { Secrets } from '../../platform/secrets'
import { callbackAddress } from './callback-address'
import { demoAddress } from './demo-address'
import type { Provider } from './federation.store'
import { addressPolicy } from './provider-address'
import { ProviderUnreachable, safeFetch } from './safe-fetch'

/** How long what a provider published is believed, in milliseconds (security E8). */
const metadataMs = 3_600_000
/** Until then keys that were read are all there are; afterwards a key that is not among them has them read again (security E8). */
const keysSettledMs = 30_000
/** From this age of the keys on, in seconds, openid-client looks for an unknown one again. */
const looksAgainSeconds = 60
/** How old an id token may be, in seconds: it is made for who comes back, whom the nonce tells apart; a day is no clock's error. */
const oldestTokenSeconds = 24 * 3_600
/** All calls of one request to a provider together, in milliseconds: an answer within six seconds (security K4). */
const patienceMs = 5_400
/** Clock difference that is forgiven, in seconds, and the signatures that are accepted (security E3). */
const toleranceSeconds = 60
const acceptedAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519']

/** A person as a provider vouches for them. */
export interface Claims {
  subject: string
  /** Lower-cased; undefined when there is none that mail could be sent to. */
  email: string | undefined
  emailVerified: boolean
  givenName: string | undefined
  familyName: string | undefined
}

/** A code that was redeemed. What is told of the person is asked for only where it is needed. */
export interface Redeemed {
  subject: string
  /** When the person proved there who they are, in milliseconds; undefined where the provider says nothing of it. */
  provedAt: number | undefined
  /** Everything that the provider tells, as it tells it. */
  received(): Promise<Record<string, unknown>>
  details(): Promise<Claims>
}

/** A provider publishes no address that a browser could be sent to. */
export class UnfitAuthorizationAddress extends Error {
  readonly address: string | undefined

  constructor(address: string | undefined) {
    super(`${address ?? 'nothing'} is no address to sign in at`)
    this.address = address
  }
}

/** An id token is signed, and yet not meant for us, or not for now. `madeAt` in seconds since 1970. */
export class UnfitClaims extends Error {
  readonly madeAt: number | undefined

  constructor(why: string, madeAt: number | undefined) {
    super(why)
    this.madeAt = madeAt
  }
}

/** The client of OpenID Connect, loaded with the first sign-in that needs it. */
const openIdClient = () => import('openid-client')

/** What ties a callback to the browser that was sent away. */
export interface FlowSecrets {
  nonce: string
  verifier: string
}

interface Published {
  metadata: openid.ServerMetadata
  readAt: number
  keys?: { jwks: openid.ExportedJWKSCache['jwks']; readAt: number }
}

/** A client for one request. */
interface Opened {
  configuration: openid.Configuration
  published: Published
  /** Keeps the keys if they were read in this request, whatever came of it. */
  keepKeys(): void
}

/** The OpenID Connect side of all providers: what they published is kept for an hour, failures are not kept. */
export class OpenIdProviders {
  readonly #platform: Platform
  readonly #secrets: Secrets
  readonly #policy: AddressPolicy
  readonly #published = new Map<string, Published>()
  readonly #reading = new Map<string, Promise<Published>>()

  constructor(platform: Platform, secrets: Secrets) {
    this.#platform = platform
    this.#secrets = secrets
    this.#policy = addressPolicy(platform.configuration)
  }

  /** Where to send a browser; `isFresh` has whoever is signed in there prove anew who they are, and the provider say when they did. */
  async authorizationAddress(
    provider: Provider,
    { nonce, verifier }: FlowSecrets,
    { state, loginHint, isFresh }: { state: string; loginHint?: string | undefined; isFresh?: boolean },
  ): Promise<string> {
    const { configuration, published } = await this.#open(provider)
    const { authorization_endpoint: endpoint } = published.metadata
    // Before anything is built from it: what is no web address cannot be built upon.
    if (endpoint === undefined || addressFault(endpoint, this.#policy) !== undefined)
      throw new Problem('providerUnavailable', { cause: new UnfitAuthorizationAddress(endpoint) })
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
      ...(isFresh && { prompt: freshPrompt(published.metadata), max_age: '0' }),
    }).href
  }

  /** Redeems a code and verifies everything about the answer. The details are asked for only where they are needed. */
  async redeem(
    provider: Provider,
    { nonce, verifier }: FlowSecrets,
    { code, state, iss }: { code: string; state: string; iss?: string | undefined },
  ): Promise<Redeemed> {
    const { configuration, published, keepKeys } = await this.#open(provider)
    const callback = new URL(callbackAddress(this.#platform.configuration))
    for (const [name, value] of Object.entries({ code, state, iss })) {
      if (value !== undefined) callback.searchParams.set(name, value)
    }
    const client = await openIdClient()
    const answered = await this.#asked(provider, () =>
      client.authorizationCodeGrant(configuration, callback, {
        pkceCodeVerifier: verifier,
        expectedNonce: nonce,
        expectedState: state,
        idTokenExpected: true,
      }),
    ).finally(keepKeys)
    const claims = answered.claims()
    const fault = claims ? claimsFault(claims, provider.clientId, this.#platform.clock()) : 'there is no id token'
    if (!claims || fault !== undefined)
      throw new Problem('federationFailed', { cause: new UnfitClaims(String(fault), claims?.iat) })
    const { sub } = claims
    const received = async () => {
      const isWhole = typeof claims.email === 'string' && claims.email_verified !== undefined
      if (isWhole || published.metadata.userinfo_endpoint === undefined) return claims
      const told = await this.#asked(provider, () => client.fetchUserInfo(configuration, answered.access_token, sub))
      return together(claims, told)
    }
    const provedAt = provedAtOf(claims, this.#platform.clock())
    return { subject: sub, provedAt, received, details: async () => claimsOf(sub, await received()) }
  }

  /** What an issuer publishes, read anew. Throws what {@link ProviderUnreachable} and openid-client throw. */
  async publishedAt(issuer: string): Promise<openid.ServerMetadata> {
    const deadline = performance.now() + patienceMs
    // Nothing is asked as a client yet; openid-client wants one to be named all the same.
    return (await this.#read(demoAddress(issuer, this.#platform.configuration), 'none', deadline)).metadata
  }

  /** The client for one request, with that request's own patience. */
  async #open(provider: Provider): Promise<Opened> {
    const deadline = performance.now() + patienceMs
    const published = await this.#asked(provider, () => this.#publishedBy(provider, deadline))
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
        [client.clockTolerance]: toleranceSeconds,
        [client.clockSkew]: Math.round((this.#platform.clock() - Date.now()) / 1_000),
      },
      authenticationBy(client, secret, {
        chosen: provider.clientAuthentication,
        offered: metadata.token_endpoint_auth_methods_supported,
      }),
    )
    configuration[client.customFetch] = safeFetch(this.#policy, deadline)
    // Signatures are verified although the answer came straight from the provider.
    client.enableNonRepudiationChecks(configuration)
    if (metadata.issuer.startsWith('http://')) client.allowInsecureRequests(configuration)
    const known = knownKeys(published, this.#platform.clock())
    if (known) client.setJwksCache(configuration, known)
    const keepKeys = () => {
      const keys = client.getJwksCache(configuration)
      if (keys && keys.uat !== known?.uat) published.keys = { jwks: keys.jwks, readAt: this.#platform.clock() }
    }
    return { configuration, published, keepKeys }
  }

  #publishedBy(provider: Provider, deadline: number): Promise<Published> {
    const issuer = demoAddress(provider.issuer ?? '', this.#platform.configuration)
    const key = `${provider.id} ${issuer}`
    const known = this.#published.get(key)
    const now = this.#platform.clock()
    if (known && now - known.readAt < metadataMs) return Promise.resolve(known)
    const reading = this.#reading.get(key) ?? this.#read(issuer, provider.clientId ?? '', deadline)
    this.#reading.set(key, reading)
    return reading
      .then((published) => {
        this.#published.set(key, published)
        return published
      })
      .finally(() => this.#reading.delete(key))
  }

  async #read(issuer: string, clientId: string, deadline: number): Promise<Published> {
    const fault = addressFault(issuer, this.#policy)
    if (fault !== undefined) throw new ProviderUnreachable(issuer, fault)
    const client = await openIdClient()
    const found = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
      [client.customFetch]: safeFetch(this.#policy, deadline),
      ...(issuer.startsWith('http://') && { execute: [client.allowInsecureRequests] }),
    })
    return { metadata: found.serverMetadata(), readAt: this.#platform.clock() }
  }

  /** What went wrong out there is for our log; a person hears that it failed, or that the provider does not answer. */
  async #asked<T>(provider: Provider, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof Problem) throw error
      this.#platform.log.warn({ err: error, provider: provider.id }, 'a provider failed')
      throw new Problem(isUnavailable(error) ? 'providerUnavailable' : 'federationFailed', { cause: error })
    }
  }
}

/** The keys of the last hour, as old as openid-client has to take them for: see {@link keysSettledMs}. */
function knownKeys({ keys }: Published, now: number): openid.ExportedJWKSCache | undefined {
  if (!keys || now - keys.readAt >= metadataMs) return undefined
  const age = now - keys.readAt
  const seconds = age < keysSettledMs ? Math.floor(age / 1_000) : looksAgainSeconds
  return { jwks: keys.jwks, uat: Math.floor(Date.now() / 1_000) - seconds }
}

/** Answers that are no OpenID Connect at all count like no answer. */
const noAnswers = new Set(['OAUTH_PARSE_ERROR', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_RESPONSE_IS_NOT_CONFORM'])

function isUnavailable(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof ProviderUnreachable || noAnswers.has((one as { code?: string }).code ?? '')) return true
  }
  return false
}

/** `openid` is what makes it a sign-in, whatever else is asked for. */
const scopesOf = ({ scopes }: Provider): string =>
  [...new Set(['openid', ...(scopes ?? 'email profile').split(/\s+/)])].filter((scope) => scope !== '').join(' ')

function authenticationBy(
  client: typeof openid,
  secret: string | undefined,
  { chosen, offered }: { chosen: ClientAuthentication; offered: readonly string[] | undefined },
): openid.ClientAuth {
  if (secret === undefined) return client.None()
  // A provider that publishes no methods takes the header (OpenID Connect Discovery 3).
  const automatic = offered?.includes('client_secret_post') ? 'client_secret_post' : 'client_secret_basic'
  const method = chosen === 'automatic' ? automatic : chosen
  return method === 'client_secret_post' ? client.ClientSecretPost(secret) : clientSecretBasic(secret)
}

/**
 * The secret in the header (RFC 6749, 2.3.1), encoded as forms are and not more: openid-client encodes `-`, `_` and `.` as
 * well, by which providers that do not decode know no client any more.
 */
const clientSecretBasic =
  (secret: string): openid.ClientAuth =>
  (_server, { client_id: id }, _body, headers) =>
    headers.set('authorization', `Basic ${btoa(`${formEncoded(id)}:${formEncoded(secret)}`)}`)

const formEncoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1)

/**
 * What openid-client does not ask of a right id token (security E3): somebody has to be meant by it, it has to be meant for
 * us, and made since the browser was sent there.
 */
function claimsFault({ sub, azp, iat }: openid.IDToken, clientId: string | null, now: number): string | undefined {
  if (sub === '') return 'nobody is meant'
  if (azp !== undefined && azp !== clientId) return 'it was given to another client'
  const age = now / 1_000 - iat
  if (age > oldestTokenSeconds) return 'it was made long ago'
  return age < -toleranceSeconds ? 'it is made in the future' : undefined
}

/** A time that has not come yet is told, but is none: the person did not prove then who they are. */
function provedAtOf({ auth_time: at }: openid.IDToken, now: number): number | undefined {
  if (at === undefined) return undefined
  return at * 1_000 > now + toleranceSeconds * 1_000 ? unknownProofAt(now) : Math.min(at * 1_000, now)
}

/** Google answers `prompt=login` with an error page of its own, and publishes no list of what it takes. */
const google = 'https://accounts.google.com'

/** What has a provider ask anew who somebody is; where it takes no `login`, it has the account chosen. */
export function freshPrompt({
  issuer,
  prompt_values_supported: supported,
}: {
  issuer: string
  prompt_values_supported?: unknown
}): 'login' | 'select_account' {
  const isWithoutLogin = issuer === google || (Array.isArray(supported) && !supported.includes('login'))
  return isWithoutLogin ? 'select_account' : 'login'
}

/** What both answers tell. An address is verified by the answer that it stands in, and by no other. */
function together(claims: Record<string, unknown>, told: Record<string, unknown>): Record<string, unknown> {
  const { email, email_verified } = typeof told.email === 'string' ? told : claims
  return { ...claims, ...told, email, email_verified }
}

export function claimsOf(subject: string, claims: Record<string, unknown>): Claims {
  const text = (name: string, longest: number) => {
    const value = claims[name]
    return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, longest) : undefined
  }
  const told = text('email', 255)
  // Before the case is folded: what folds into an address need not be one (security F6).
  const isAddress = told !== undefined && told.length <= 254 && emailPattern.test(told)
  return {
    subject,
    email: isAddress ? told.toLowerCase() : undefined,
    emailVerified: isAddress && claims.email_verified === true,
    givenName: text('given_name', 200),
    familyName: text('family_name', 200),
  }
}
