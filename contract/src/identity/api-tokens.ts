import { z } from 'zod'
import { call } from '../jsonapi/call'
import { email, instant, line } from '../jsonapi/fields'

/** The longest that an API token is good, in days (contract §6). */
export const apiTokenDays = 365

/** What every API token begins with, so that scanners of code and logs recognise one that leaked. */
export const apiTokenPrefix = 'lintel_api_'

/**
 * What an API token may do at its one customer: read what API users read, change memberships as an administrator, change the
 * content of projects like their administrators, or keep the directory (SCIM).
 */
export const apiScopes = ['read', 'members:write', 'content:write', 'scim'] as const
export type ApiScope = (typeof apiScopes)[number]

/** An API token as administrators see it; the token itself is shown once, when it is made. */
export const apiToken = z.object({
  id: z.string(),
  /** What its makers call it; may be empty. */
  name: z.string(),
  /** The address that it acts as: one of the customer's `apiUsers`. */
  apiUser: z.string(),
  /** The API user is a service account: nobody signs in as it. */
  isServiceAccount: z.boolean(),
  customer: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  createdAt: instant,
  /** Email of who made it; null when they are gone. */
  createdBy: z.string().nullable(),
  /** Null until it was first used; told to half a minute. */
  lastUsedAt: instant.nullable(),
  /** The address of the network that it was last used from. */
  lastUsedFrom: z.string().nullable(),
  expiresAt: instant,
  /** When it was ended before its time: revoked, or its API user was removed or disabled. */
  endedAt: instant.nullable(),
})

export type ApiToken = z.output<typeof apiToken>

/** What is asked for when an API token is made. */
export const apiTokenDraft = z.strictObject({
  apiUser: email,
  name: line(100).optional(),
  scopes: z
    .array(z.enum(apiScopes))
    .min(1, 'required')
    .max(apiScopes.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'invalid'),
  /** At most {@link apiTokenDays} days ahead; up to a day more, as by a clock that is ahead, is answered with those. */
  expiresAt: instant,
  /** Needed where the address is an API user of several customers that the asking person administers. */
  customer: z.string().max(100).optional(),
})

/** The API tokens of a customer, or of every customer that the asking person administers; the latest first, at most 500. */
export const listApiTokens = call({
  method: 'GET',
  path: '/auth/v1/api-tokens',
  summary: 'API tokens',
  query: z.strictObject({ customer: z.string().max(100).optional() }),
  answer: z.object({ apiTokens: z.array(apiToken) }),
})

/** Makes an API token for an API user. `token` is the bearer of its calls, and is told here only. */
export const createApiToken = call({
  method: 'POST',
  path: '/auth/v1/api-tokens',
  summary: 'Create an API token',
  body: apiTokenDraft,
  answer: apiToken.extend({ token: z.string() }),
  status: 201,
  problems: ['stepUpRequired', 'required', 'invalid', 'unknownReference', 'emailNotProved'],
})

/** Ends an API token at once; one of a customer that the person does not administer is not found. */
export const revokeApiToken = call({
  method: 'DELETE',
  path: '/auth/v1/api-tokens/{id}',
  summary: 'Revoke an API token',
  parameters: z.object({ id: z.string() }),
  problems: ['notFound'],
})
