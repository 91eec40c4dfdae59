import { z } from 'zod'
import { clientAuthentications } from '../customers/providers'
import { call } from '../jsonapi/call'
import { instant, line, webAddress } from '../jsonapi/fields'
import { federationBase } from './federation-base'
import { discoverIssuer, providerTestResult, startedProviderTest, testCallbackFields } from './provider-tests'

const ofProvider = z.object({ provider: z.string().max(64) })

/** Path of the set-up screen below the public address; the secret is in the fragment, which is not sent to servers. */
export const providerSetupPath = '/provider-setup'

/** Lifetime of a set-up link, in days. */
export const setupLinkDays = { min: 1, usual: 7, max: 30 } as const

/** A set-up link as staff see it; the secret is shown only once, at its creation. */
export const setupLink = z.object({
  createdAt: instant,
  createdBy: z.string().nullable(),
  expiresAt: instant,
  isExpired: z.boolean(),
  lastUsedAt: instant.nullable(),
  handedOverAt: instant.nullable(),
})

export type SetupLink = z.output<typeof setupLink>

/** The set-up link of a provider; null where there is none. */
export const readSetupLink = call({
  method: 'GET',
  path: `${federationBase}/setup-links/{provider}`,
  summary: 'The set-up link of a provider',
  parameters: ofProvider,
  answer: z.object({ setupLink: setupLink.nullable() }),
  problems: ['notFound'],
})

/** Creates a set-up link for a provider that was never active; revokes the previous one. */
export const createSetupLink = call({
  method: 'POST',
  path: `${federationBase}/setup-links/{provider}`,
  summary: 'Make a set-up link of a provider',
  parameters: ofProvider,
  body: z.strictObject({ days: z.int().min(setupLinkDays.min).max(setupLinkDays.max) }),
  answer: z.object({ address: z.string(), setupLink }),
  status: 201,
  problems: ['notFound', 'stepUpRequired', 'providerActivated'],
})

/** Revokes the set-up link of a provider immediately. */
export const revokeSetupLink = call({
  method: 'DELETE',
  path: `${federationBase}/setup-links/{provider}`,
  summary: 'End the set-up link of a provider',
  parameters: ofProvider,
  problems: ['notFound'],
})

const secret = z.string().min(1).max(200)

/** What the holder of a set-up link sees and edits: the connection of one provider, no people, no customers. */
export const providerSetup = z.object({
  name: z.string(),
  version: z.int(),
  redirectAddress: z.string(),
  issuer: z.string().nullable(),
  clientId: z.string().nullable(),
  hasClientSecret: z.boolean(),
  clientAuthentication: z.enum(clientAuthentications),
  expiresAt: instant,
  handedOverAt: instant.nullable(),
})

export type ProviderSetup = z.output<typeof providerSetup>

/** Opens a set-up link. `notFound` for an unknown, expired, revoked or used one. */
export const openProviderSetup = call({
  method: 'POST',
  path: `${federationBase}/setup/open`,
  summary: 'Open a set-up link',
  body: z.strictObject({ secret }),
  answer: providerSetup,
  problems: ['notFound'],
})

/** Saves the connection. An omitted secret stays unchanged. */
export const saveProviderSetup = call({
  method: 'POST',
  path: `${federationBase}/setup/save`,
  summary: 'Enter the connection of a provider by its set-up link',
  body: z.strictObject({
    secret,
    version: z.int(),
    issuer: webAddress,
    clientId: line(500).min(1, 'required'),
    clientSecret: z.string().min(1, 'required').max(2_000, 'tooLong').optional(),
    clientAuthentication: z.enum(clientAuthentications),
  }),
  answer: providerSetup,
  problems: ['notFound', 'stale'],
})

/** Reads the metadata of an issuer, by a set-up link. */
export const discoverForSetup = call({
  method: 'POST',
  path: `${federationBase}/setup/issuer`,
  summary: 'Read what an issuer publishes, by a set-up link',
  body: z.strictObject({ secret, issuer: z.string().max(2_000) }),
  ...(discoverIssuer.answer && { answer: discoverIssuer.answer }),
  problems: ['notFound'],
})

/** Begins a test sign-in by a set-up link. */
export const beginSetupTest = call({
  method: 'POST',
  path: `${federationBase}/setup/test`,
  summary: 'Begin a test sign-in by a set-up link',
  body: z.strictObject({ secret }),
  answer: startedProviderTest,
  problems: ['notFound'],
})

/** Completes a test sign-in by a set-up link: returns the claims and whether they are allowed, never an account. */
export const endSetupTest = call({
  method: 'POST',
  path: `${federationBase}/setup/test-result`,
  summary: 'What a test sign-in by a set-up link came to',
  body: z.strictObject({ secret, ...testCallbackFields }),
  answer: providerTestResult,
  problems: ['notFound'],
})

/** Marks the set-up as completed by the other side. The provider is unchanged until staff activate it. */
export const handOverProviderSetup = call({
  method: 'POST',
  path: `${federationBase}/setup/hand-over`,
  summary: 'Hand a provider over that was set up by a link',
  body: z.strictObject({ secret }),
  answer: providerSetup,
  problems: ['notFound'],
})
