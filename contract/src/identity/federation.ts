import { z } from 'zod'
import { providerId } from '../customers/providers'
import { call } from '../jsonapi/call'
import { instant, name } from '../jsonapi/fields'
import { federationBase } from './federation-base'
import { password } from './passwords'
import { tokens } from './tokens'

// Values issued by others are only compared, so any text of bounded length is accepted.
const opaqueText = z.string().max(4_000)
const ticket = z.string().max(200)
const providerName = z.string().max(64)

/**
 * Redirects the browser to a provider's sign-in (302) and stores the request. `prompt=login` (OpenID Connect Core 3.1.2.1) requires a new
 * authentication even if somebody is signed in there: for a fresh proof.
 */
export const redirectToExternalLogin = call({
  method: 'GET',
  path: `${federationBase}/redirecttoexternallogin`,
  summary: 'Sign in at a provider',
  query: z.strictObject({
    provider: providerName,
    login_hint: z.string().max(254).optional(),
    prompt: z.literal('login').optional(),
  }),
  status: 302,
  problems: ['no provider matches', 'providerUnavailable', 'providerNotAllowed'],
})

/** The parameters of a provider's callback. `iss` is the query parameter of that name (RFC 9207): pass it on if present. */
const callback = {
  authorizationCode: opaqueText,
  provider: providerName,
  state: ticket.optional(),
  iss: z.string().max(2_000).optional(),
}

/** The body of a 449, for an identity without an account (account-portal chapter 4). */
export const unknownIdentity = z.object({
  /** A ticket for `create` and `link`: ten minutes, this browser, once (security S4). Not a refresh token. */
  refreshToken: z.string(),
  proposedUsername: z.string().optional(),
  linkingAllowed: z.boolean(),
})

export type UnknownIdentity = z.output<typeof unknownIdentity>

/**
 * Signs in with the parameters of the provider's callback. 449 `unknownIdentity` when the identity has no account here, with the members of
 * {@link unknownIdentity} at the top level. The client's `idToken` is ignored: only the one that the provider returns for the code counts.
 */
export const loginWithCode = call({
  method: 'POST',
  path: `${federationBase}/loginwithcode`,
  summary: 'Sign in with the answer of a provider',
  body: z.strictObject({ ...callback, idToken: z.string().max(16_000).optional(), rememberMe: z.boolean().optional() }),
  answer: tokens,
  problems: [
    'unknownIdentity',
    'no provider matches',
    'federationFailed',
    'providerNotAllowed',
    'providerUnavailable',
    'invalid_grant',
  ],
})

/** Returned instead of tokens when the address has to be proved first: a mail has been sent to it. */
export const verificationRequired = z.object({ result: z.literal('VERIFICATION_REQUIRED'), username: z.string() })

/**
 * Creates an account for an unknown identity. A name not verified by the provider has to be proved by mail: then nobody is signed in, and
 * the response is the same whether or not the address has an account.
 */
export const createFederatedUser = call({
  method: 'POST',
  path: `${federationBase}/create`,
  summary: 'Make an account for an identity of a provider',
  body: z.strictObject({ Provider: providerName, ProposedUsername: name(254), RefreshToken: ticket }),
  answer: z.union([tokens, verificationRequired]),
  problems: ['conflict', 'federationFailed', 'providerNotAllowed', 'invalidEmail'],
})

/**
 * Proves the address of an account by the mailed code, in the browser that requested it; the person then signs in at the provider. If the
 * account was proved before and has a second factor, linking needs that as well: 401 `CHALLENGE_REQUESTED` with the `username` to use,
 * completed by `mfa/verify`.
 */
export const verifyFederatedEmail = call({
  method: 'POST',
  path: `${federationBase}/verify`,
  summary: 'Prove the address of an account made through a provider',
  body: z.strictObject({ code: ticket }),
  answer: z.object({
    provider: z.string(),
    /** Only if the person chose to be remembered when they asked for the account: to be sent with the sign-in that follows. */
    rememberMe: z.boolean().optional(),
  }),
  problems: ['invalidCode', 'CHALLENGE_REQUESTED'],
})

/** Linking to an existing account by its password, after the callback of a provider. */
export const linkByPassword = z.strictObject({
  provider: providerName,
  refreshToken: ticket,
  username: name(254),
  password,
})

/** Linking to the signed-in account, after the callback of a provider. */
export const linkSignedIn = z.strictObject({
  authorizationCode: opaqueText,
  provider: providerName,
  state: ticket,
  iss: z.string().max(2_000).optional(),
})

/**
 * Links an identity of a provider to an existing account: by its password (and then its second factor: 401 `CHALLENGE_REQUESTED`, completed
 * by `mfa/verify`), or, when signed in, to one's own. Returns tokens for the first, only `LINKED` for the second.
 */
export const linkIdentity = call({
  method: 'POST',
  path: `${federationBase}/link`,
  summary: 'Link an identity of a provider to an account',
  body: z.union([linkByPassword, linkSignedIn]),
  answer: z.union([tokens, z.object({ result: z.literal('LINKED') })]),
  problems: [
    'invalid_grant',
    'CHALLENGE_REQUESTED',
    'password_reset_needed',
    'federationFailed',
    'providerNotAllowed',
    'providerUnavailable',
    'stepUpRequired',
    'conflict',
    'overloaded',
  ],
})

/** A provider of the sign-in page, as its button needs it. */
export const matchedProvider = z.object({
  provider: z.string(),
  name: z.string(),
  icon: z.string().nullable(),
  color: z.string(),
  textColor: z.string(),
})

export type MatchedProvider = z.output<typeof matchedProvider>

/** The provider that an email address has to use, including hidden ones; empty when there is none (security S11). */
export const matchProvider = call({
  method: 'POST',
  path: `${federationBase}/match`,
  summary: 'The provider that an address belongs to',
  body: z.strictObject({ email: z.string().max(254) }),
  answer: matchedProvider.partial(),
})

/** The provider of a company id, which is normalised by `companyIdOf`. */
export const findCompany = call({
  method: 'POST',
  path: `${federationBase}/company`,
  summary: 'The provider of a company id',
  body: z.strictObject({ companyId: z.string().max(200) }),
  answer: matchedProvider,
  problems: ['invalidCompanyId'],
})

/** The provider of a federated session; empty for every other session. To be read before signing out. */
export const readFederationSession = call({
  method: 'GET',
  path: `${federationBase}/session`,
  summary: 'The provider that the person signed in at',
  answer: z.object({
    provider: z.string().optional(),
    name: z.string().optional(),
    /** Where to go after signing out; its `redirect` parameter leads back. */
    logoutUri: z.string().optional(),
    landingPage: z.string().optional(),
  }),
})

/** A link between an identity of a provider and one's own account. */
export const externalIdentity = z.object({
  id: z.string(),
  provider: providerId,
  name: z.string(),
  /** The person's email at the provider when it was linked. */
  email: z.string().nullable(),
  linkedAt: instant,
  lastUsedAt: instant.nullable(),
})

/** The identities linked to one's own account. */
export const listExternalIdentities = call({
  method: 'GET',
  path: '/auth/v1/external-identities',
  summary: 'Providers that the own account is linked to',
  answer: z.object({
    identities: z.array(externalIdentity),
    /** Ids of the providers that the account may be linked to now. */
    linkable: z.array(z.string()),
  }),
})

/** Removes a link; sessions of that provider end. Requires a fresh proof and another sign-in method. */
export const unlinkIdentity = call({
  method: 'DELETE',
  path: '/auth/v1/external-identities/{id}',
  summary: 'Unlink the own account from a provider',
  parameters: z.object({ id: z.string() }),
  problems: ['notFound', 'stepUpRequired', 'lastSignInMethod'],
})
