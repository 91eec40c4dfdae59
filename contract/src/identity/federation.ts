import { z } from 'zod'
import { providerId } from '../customers/providers'
import { call } from '../jsonapi/call'
import { instant, name } from '../jsonapi/fields'
import { password } from './passwords'
import { tokens } from './tokens'

const base = '/mgw/api/v2/federation'
// What was made by others is only compared: anything of a bearable length may come.
const foreign = z.string().max(4_000)
const ticket = z.string().max(200)
const providerName = z.string().max(64)

/**
 * Sends the browser to a provider to sign in, and remembers that it did (302). With `prompt=login` (OpenID Connect Core 3.1.2.1) the provider
 * is to ask who it is anew, whoever is signed in there: for a fresh proof.
 */
export const redirectToExternalLogin = call({
  method: 'GET',
  path: `${base}/redirecttoexternallogin`,
  summary: 'Sign in at a provider',
  query: z.strictObject({
    provider: providerName,
    login_hint: z.string().max(254).optional(),
    prompt: z.literal('login').optional(),
  }),
  status: 302,
  problems: ['no provider matches', 'providerUnavailable', 'providerNotAllowed'],
})

/** What a provider's callback carries. `iss` is the query parameter of that name (RFC 9207): pass it on when it is there. */
const callback = {
  authorizationCode: foreign,
  provider: providerName,
  state: ticket.optional(),
  iss: z.string().max(2_000).optional(),
}

/** What 449 tells about an identity that nobody has yet (account-portal chapter 4). */
export const unknownIdentity = z.object({
  /** A ticket for `create` and `link`: ten minutes, this browser, once (security S4). Not a refresh token. */
  refreshToken: z.string(),
  proposedUsername: z.string().optional(),
  linkingAllowed: z.boolean(),
})

export type UnknownIdentity = z.output<typeof unknownIdentity>

/**
 * Signs in with what the provider's callback brought. 449 `unknownIdentity` when the provider knows the person and we do
 * not, with the members of {@link unknownIdentity} at the top level. The `idToken` of a client is never looked at: what counts is
 * the one that the provider itself gives for the code.
 */
export const loginWithCode = call({
  method: 'POST',
  path: `${base}/loginwithcode`,
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

/** Answered instead of tokens when the address has to be proved first: a mail is on its way to it. */
export const verificationRequired = z.object({ result: z.literal('VERIFICATION_REQUIRED'), username: z.string() })

/**
 * Makes an account for an unknown identity. A name that the provider does not vouch for has to be proved by mail: then
 * nobody is signed in, and the answer is the same whether or not the address has an account.
 */
export const createFederatedUser = call({
  method: 'POST',
  path: `${base}/create`,
  summary: 'Make an account for an identity of a provider',
  body: z.strictObject({ Provider: providerName, ProposedUsername: name(254), RefreshToken: ticket }),
  answer: z.union([tokens, verificationRequired]),
  problems: ['conflict', 'federationFailed', 'providerNotAllowed', 'invalidEmail'],
})

/**
 * Proves the address of an account by the code that was mailed to it, in the browser that asked for it; the person then signs in at the
 * provider. An account that was proved before and has a second factor is linked by that as well: 401 `CHALLENGE_REQUESTED` with the
 * `username` to give it for, completed by `mfa/verify`.
 */
export const verifyFederatedEmail = call({
  method: 'POST',
  path: `${base}/verify`,
  summary: 'Prove the address of an account made through a provider',
  body: z.strictObject({ code: ticket }),
  answer: z.object({ provider: z.string() }),
  problems: ['invalidCode', 'CHALLENGE_REQUESTED'],
})

/** An existing account proved by its password, on the way back from a provider. */
export const linkByPassword = z.strictObject({
  provider: providerName,
  refreshToken: ticket,
  username: name(254),
  password,
})

/** The person who is signed in, on the way back from a provider. */
export const linkSignedIn = z.strictObject({
  authorizationCode: foreign,
  provider: providerName,
  state: ticket,
  iss: z.string().max(2_000).optional(),
})

/**
 * Links an identity of a provider to an existing account: by its password (and then its second factor: 401
 * `CHALLENGE_REQUESTED`, completed by `mfa/verify`), or, signed in, to one's own. Answers tokens for the first, nothing more than
 * `LINKED` for the second.
 */
export const linkIdentity = call({
  method: 'POST',
  path: `${base}/link`,
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

/** A provider to sign in at, as much as its button needs. */
export const matchedProvider = z.object({
  provider: z.string(),
  name: z.string(),
  icon: z.string().nullable(),
  color: z.string(),
  textColor: z.string(),
})

export type MatchedProvider = z.output<typeof matchedProvider>

/** Which provider an address is forced to, hidden ones too; empty when to none (security S11). */
export const matchProvider = call({
  method: 'POST',
  path: `${base}/match`,
  summary: 'The provider that an address belongs to',
  body: z.strictObject({ email: z.string().max(254) }),
  answer: matchedProvider.partial(),
})

/** The provider of a company id, which is normalised by `companyIdOf`. */
export const findCompany = call({
  method: 'POST',
  path: `${base}/company`,
  summary: 'The provider of a company id',
  body: z.strictObject({ companyId: z.string().max(200) }),
  answer: matchedProvider,
  problems: ['invalidCompanyId'],
})

/** What a session that began at a provider knows of it; empty for every other session. To be asked before signing out. */
export const readFederationSession = call({
  method: 'GET',
  path: `${base}/session`,
  summary: 'The provider that the person signed in at',
  answer: z.object({
    provider: z.string().optional(),
    name: z.string().optional(),
    /** Where to go after signing out, the way back in its `redirect` parameter. */
    logoutUri: z.string().optional(),
    landingPage: z.string().optional(),
  }),
})

/** A link between a provider's identity and one's own account. */
export const externalIdentity = z.object({
  id: z.string(),
  provider: providerId,
  name: z.string(),
  /** What the provider called the person when it was linked. */
  email: z.string().nullable(),
  linkedAt: instant,
  lastUsedAt: instant.nullable(),
})

/** The providers that one's own account is linked to. */
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

/** Takes a link away; sessions that began there end. Needs a fresh proof, and another way in. */
export const unlinkIdentity = call({
  method: 'DELETE',
  path: '/auth/v1/external-identities/{id}',
  summary: 'Unlink the own account from a provider',
  parameters: z.object({ id: z.string() }),
  problems: ['notFound', 'stepUpRequired', 'lastSignInMethod'],
})
