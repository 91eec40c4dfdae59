import { z } from 'zod'
import { call } from '../jsonapi/call'
import { federationBase } from './federation-base'

const opaqueText = z.string().max(4_000)

/**
 * What can be wrong with the settings of a provider, on either side; the web explains each, with a value to copy into the other side where
 * that helps.
 */
export const providerTroubles = [
  /** Issuer or client id are not filled in. */
  'incomplete',
  /** Requests to the issuer's address are not allowed. */
  'address',
  /** The issuer's metadata could not be read. */
  'discovery',
  /** The metadata names another issuer. */
  'otherIssuer',
  /** The published authorization endpoint is not a usable address. */
  'authorization',
  /** The provider redirected back with an error. */
  'denied',
  /** The provider does not accept the redirect URI. */
  'redirectAddress',
  /** The provider does not know the client, or the client secret is wrong. */
  'secret',
  /** The provider rejected the authorization code. */
  'code',
  /** The token endpoint gave no readable response. */
  'token',
  /** The issuer's keys could not be read, or none of them matches the signature. */
  'keys',
  /** The clocks differ by more than a minute. */
  'clock',
  /** The id token is validly signed, but its claims do not match. */
  'claims',
  /** The userinfo response could not be read. */
  'userinfo',
  /** The test was started too long ago, in another session, or with other settings. */
  'expired',
] as const

export type ProviderTroubleKind = (typeof providerTroubles)[number]

export const providerTrouble = z.object({
  kind: z.enum(providerTroubles),
  /** The address that was requested. */
  asked: z.string().nullable(),
  /** A value to copy into the other side, or, for `otherIssuer`, into this one. */
  value: z.string().nullable(),
  /** The provider's own error message; for `clock`, the difference in seconds. */
  said: z.string().nullable(),
})

export type ProviderTrouble = z.output<typeof providerTrouble>

/** Why a provider's email claim is not accepted. */
const emailFindings = ['noEmail', 'emailNotVerified', 'outsideExpression', 'outsideDomains'] as const

/** The outcome of a real sign-in with these claims. */
const signInOutcomes = [
  /** Signs in to the linked account. */
  'open',
  /** Links and signs in to the account of the address, since the provider is trusted for it. */
  'openByEmail',
  /** Asks for the password of the account, which is then linked. */
  'link',
  /** Asks to confirm an address by mail first. */
  'confirmByMail',
  /** Creates a new account. */
  'create',
  /** Rejects the sign-in. */
  'refuse',
] as const

/** Why a provider's sign-in is rejected. */
const signInRefusals = [
  'accountClosed',
  'staffAccount',
  'loginMethods',
  /** Nobody has the address, and people may not be added to this installation. */
  'notAdded',
  /** An account has the address, and this provider neither opens it by the address nor links it by password. */
  'addressTaken',
] as const

/** The person who signed in, as shown to the tester. */
export const testedPerson = z.object({
  /** All claims, unchanged. */
  claims: z.record(z.string(), z.unknown()),
  email: z.string().nullable(),
  isEmailVerified: z.boolean(),
  findings: z.array(z.enum(emailFindings)),
  /** The address is accepted; providers that are not trusted for addresses need none. */
  isAllowed: z.boolean(),
})

/** Returned to staff only: nobody else may learn whether an account exists. */
export const testedSignIn = z.object({
  outcome: z.enum(signInOutcomes),
  account: z.string().nullable(),
  refusal: z.enum(signInRefusals).nullable(),
})

/** The result of a test: a problem, or a person. */
export const providerTestResult = z.object({
  trouble: providerTrouble.nullable(),
  person: testedPerson.nullable(),
  signIn: testedSignIn.nullable(),
})

export type ProviderTestResult = z.output<typeof providerTestResult>
export type TestedPerson = z.output<typeof testedPerson>
export type TestedSignIn = z.output<typeof testedSignIn>

/** The address of the test's window and the values to return with its result; or why it cannot start. */
export const startedProviderTest = z.object({
  trouble: providerTrouble.nullable(),
  begun: z.object({ address: z.string(), state: z.string(), ticket: z.string() }).nullable(),
})

export type StartedProviderTest = z.output<typeof startedProviderTest>

/** The callback parameters of a test's window: a code, or the provider's error (RFC 6749, 4.1.2). */
export const testCallbackFields = {
  ticket: z.string().max(4_000),
  code: opaqueText.optional(),
  iss: z.string().max(2_000).optional(),
  error: z.string().max(200).optional(),
  errorDescription: z.string().max(2_000).optional(),
}

/** Starts a test sign-in at a provider, visible or not, active or not. Nothing is stored. */
export const beginProviderTest = call({
  method: 'POST',
  path: `${federationBase}/provider-tests`,
  summary: 'Begin a test sign-in at a provider',
  body: z.strictObject({ provider: z.string().max(64) }),
  answer: startedProviderTest,
  problems: ['notFound'],
})

/** Completes a test sign-in: returns the provider's claims and the outcome that a real sign-in would have. Nobody is signed in. */
export const endProviderTest = call({
  method: 'POST',
  path: `${federationBase}/provider-tests/result`,
  summary: 'What a test sign-in came to',
  body: z.strictObject({ provider: z.string().max(64), ...testCallbackFields }),
  answer: providerTestResult,
  problems: ['notFound'],
})

/** The metadata of an issuer that signing in needs. */
const issuerMetadata = z.object({
  issuer: z.string(),
  authorizationEndpoint: z.string().nullable(),
  scopes: z.array(z.string()),
  /** The `clientAuthentications` that it supports; empty where it does not say. */
  clientAuthentications: z.array(z.string()),
})

/** Reads the metadata of an issuer before it is saved. */
export const discoverIssuer = call({
  method: 'POST',
  path: `${federationBase}/issuers`,
  summary: 'Read what an issuer publishes',
  body: z.strictObject({ issuer: z.string().max(2_000) }),
  answer: z.object({ trouble: providerTrouble.nullable(), published: issuerMetadata.nullable() }),
})
