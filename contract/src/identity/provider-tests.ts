import { z } from 'zod'
import { call } from '../jsonapi/call'

const base = '/mgw/api/v2/federation'
const foreign = z.string().max(4_000)

/**
 * What can be wrong with the settings of a provider, on either side: each has its words in plain language, and where one
 * helps, a value to copy into the other side.
 */
export const providerTroubles = [
  /** Issuer or client id are not filled in. */
  'incomplete',
  /** The issuer's address may not be asked at all. */
  'address',
  /** What an issuer publishes could not be read. */
  'discovery',
  /** What is published there is another issuer's. */
  'otherIssuer',
  /** An address that the issuer publishes is none that people could be sent to. */
  'authorization',
  /** The provider sent the person back with a refusal. */
  'denied',
  /** The provider does not know the address that it is to send people back to. */
  'redirectAddress',
  /** The provider does not know the client, or the secret is another. */
  'secret',
  /** The provider did not take its own code. */
  'code',
  /** The place where the code is redeemed gave no answer that could be read. */
  'token',
  /** The keys that the issuer publishes could not be read, or the answer is signed with none of them. */
  'keys',
  /** Both clocks differ by more than a minute. */
  'clock',
  /** The answer is signed, and yet not meant for this. */
  'claims',
  /** What the provider tells of the person beyond that could not be read. */
  'userinfo',
  /** The test was begun too long ago, elsewhere, or at other settings. */
  'expired',
] as const

export type ProviderTroubleKind = (typeof providerTroubles)[number]

export const providerTrouble = z.object({
  kind: z.enum(providerTroubles),
  /** The address that was asked. */
  asked: z.string().nullable(),
  /** What is to be copied: into the other side, or, of `otherIssuer`, into this one. */
  value: z.string().nullable(),
  /** What the provider itself says, in its own words; for `clock`, by how many seconds the clocks differ. */
  said: z.string().nullable(),
})

export type ProviderTrouble = z.output<typeof providerTrouble>

/** What keeps an address that a provider told from being taken for the person. */
export const emailFindings = ['noEmail', 'emailNotVerified', 'outsideExpression', 'outsideDomains'] as const

/** What a sign-in with these claims would come to. */
export const signInOutcomes = [
  /** The account that is linked is opened. */
  'open',
  /** The account of the address is linked and opened, since the provider speaks for the address. */
  'openByEmail',
  /** The person is asked for the password of the account, which is then linked. */
  'link',
  /** The person confirms an address by mail first. */
  'confirmByMail',
  /** A new account is made. */
  'create',
  /** Nobody is signed in. */
  'refuse',
] as const

/** Why an account is not opened by a provider. */
export const signInRefusals = ['accountClosed', 'staffAccount', 'loginMethods'] as const

/** What the one who tests is shown of the person who came back. */
export const testedPerson = z.object({
  /** Everything that the provider told, as it told it. */
  claims: z.record(z.string(), z.unknown()),
  email: z.string().nullable(),
  isEmailVerified: z.boolean(),
  findings: z.array(z.enum(emailFindings)),
  /** The address is taken for the person; where a provider speaks for no addresses, it need not be. */
  isAllowed: z.boolean(),
})

/** Told to staff only: nobody else learns whether there is an account. */
export const testedSignIn = z.object({
  outcome: z.enum(signInOutcomes),
  account: z.string().nullable(),
  refusal: z.enum(signInRefusals).nullable(),
})

/** What a test came to: trouble, or a person. */
export const providerTestResult = z.object({
  trouble: providerTrouble.nullable(),
  person: testedPerson.nullable(),
  signIn: testedSignIn.nullable(),
})

export type ProviderTestResult = z.output<typeof providerTestResult>
export type TestedPerson = z.output<typeof testedPerson>
export type TestedSignIn = z.output<typeof testedSignIn>

/** Where a window is sent for a test, and what has to be given back with what it brings; or why it cannot begin. */
export const begunProviderTest = z.object({
  trouble: providerTrouble.nullable(),
  begun: z.object({ address: z.string(), state: z.string(), ticket: z.string() }).nullable(),
})

export type BegunProviderTest = z.output<typeof begunProviderTest>

/** What the window of a test brought back: a code, or the provider's refusal (RFC 6749, 4.1.2). */
export const broughtBack = {
  ticket: z.string().max(4_000),
  code: foreign.optional(),
  iss: z.string().max(2_000).optional(),
  error: z.string().max(200).optional(),
  errorDescription: z.string().max(2_000).optional(),
}

/** Begins a test sign-in at a provider, shown or not, active or not. Nothing is stored. */
export const beginProviderTest = call({
  method: 'POST',
  path: `${base}/provider-tests`,
  summary: 'Begin a test sign-in at a provider',
  body: z.strictObject({ provider: z.string().max(64) }),
  answer: begunProviderTest,
  problems: ['notFound'],
})

/** Ends a test sign-in: what the provider told, and what a sign-in would have come to. Nobody is signed in. */
export const endProviderTest = call({
  method: 'POST',
  path: `${base}/provider-tests/result`,
  summary: 'What a test sign-in came to',
  body: z.strictObject({ provider: z.string().max(64), ...broughtBack }),
  answer: providerTestResult,
  problems: ['notFound'],
})

/** What an issuer publishes, as far as it matters for signing in. */
export const publishedByIssuer = z.object({
  issuer: z.string(),
  authorizationEndpoint: z.string().nullable(),
  scopes: z.array(z.string()),
  /** The ways of `clientAuthentications` that it takes; empty where it does not say. */
  clientAuthentications: z.array(z.string()),
})

/** Reads what an issuer publishes, before it is saved. */
export const discoverIssuer = call({
  method: 'POST',
  path: `${base}/issuers`,
  summary: 'Read what an issuer publishes',
  body: z.strictObject({ issuer: z.string().max(2_000) }),
  answer: z.object({ trouble: providerTrouble.nullable(), published: publishedByIssuer.nullable() }),
})
