import { z } from 'zod'
import { clientAuthentications } from '../customers/providers'
import { call } from '../jsonapi/call'
import { instant, line, webAddress } from '../jsonapi/fields'
import { begunProviderTest, broughtBack, discoverIssuer, providerTestResult } from './provider-tests'

const base = '/mgw/api/v2/federation'
const ofProvider = z.object({ provider: z.string().max(64) })

/** Where the screen of a set-up link is, below the public address; the secret stands in the fragment, which no server sees. */
export const providerSetupPath = '/provider-setup'

/** For how many days a set-up link can be good. */
export const setupLinkDays = { shortest: 1, usual: 7, longest: 30 } as const

/** A set-up link as staff see it; its secret is shown once, when it is made. */
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
  path: `${base}/setup-links/{provider}`,
  summary: 'The set-up link of a provider',
  parameters: ofProvider,
  answer: z.object({ setupLink: setupLink.nullable() }),
  problems: ['notFound'],
})

/** Makes a set-up link for a provider that was never active; the former one ends. */
export const createSetupLink = call({
  method: 'POST',
  path: `${base}/setup-links/{provider}`,
  summary: 'Make a set-up link of a provider',
  parameters: ofProvider,
  body: z.strictObject({ days: z.int().min(setupLinkDays.shortest).max(setupLinkDays.longest) }),
  answer: z.object({ address: z.string(), setupLink }),
  status: 201,
  problems: ['notFound', 'stepUpRequired', 'providerActivated'],
})

/** Ends the set-up link of a provider at once. */
export const revokeSetupLink = call({
  method: 'DELETE',
  path: `${base}/setup-links/{provider}`,
  summary: 'End the set-up link of a provider',
  parameters: ofProvider,
  problems: ['notFound'],
})

const secret = z.string().min(1).max(200)

/** What the holder of a set-up link sees and enters: the one provider's connection, no people, no customers. */
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

/** Opens a set-up link. An unknown, expired, revoked or used one is `notFound` alike. */
export const openProviderSetup = call({
  method: 'POST',
  path: `${base}/setup/open`,
  summary: 'Open a set-up link',
  body: z.strictObject({ secret }),
  answer: providerSetup,
  problems: ['notFound'],
})

/** Enters the connection. A secret that is left out stays as it is. */
export const saveProviderSetup = call({
  method: 'POST',
  path: `${base}/setup/save`,
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

/** Reads what an issuer publishes, by a set-up link. */
export const discoverForSetup = call({
  method: 'POST',
  path: `${base}/setup/issuer`,
  summary: 'Read what an issuer publishes, by a set-up link',
  body: z.strictObject({ secret, issuer: z.string().max(2_000) }),
  ...(discoverIssuer.answer && { answer: discoverIssuer.answer }),
  problems: ['notFound'],
})

/** Begins a test sign-in by a set-up link. */
export const beginSetupTest = call({
  method: 'POST',
  path: `${base}/setup/test`,
  summary: 'Begin a test sign-in by a set-up link',
  body: z.strictObject({ secret }),
  answer: begunProviderTest,
  problems: ['notFound'],
})

/** Ends a test sign-in by a set-up link: the claims and whether they are allowed, never an account. */
export const endSetupTest = call({
  method: 'POST',
  path: `${base}/setup/test-result`,
  summary: 'What a test sign-in by a set-up link came to',
  body: z.strictObject({ secret, ...broughtBack }),
  answer: providerTestResult,
  problems: ['notFound'],
})

/** Says that the other side is done. The provider stays as it is until staff activate it. */
export const handOverProviderSetup = call({
  method: 'POST',
  path: `${base}/setup/hand-over`,
  summary: 'Hand a provider over that was set up by a link',
  body: z.strictObject({ secret }),
  answer: providerSetup,
  problems: ['notFound'],
})
