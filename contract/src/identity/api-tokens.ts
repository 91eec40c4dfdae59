import { z } from 'zod'
import { call } from '../jsonapi/call'
import { email, instant, line } from '../jsonapi/fields'

/** Maximum lifetime of an API token, in days (contract §6). */
export const apiTokenDays = 365

/** Prefix of every API token, so that secret scanners recognise a leaked one. */
export const apiTokenPrefix = 'lintel_api_'

/**
 * Scopes of an API token at its one customer: read what API users read, change memberships as an administrator does, change the content of
 * projects as their administrators do, or maintain the directory (SCIM).
 */
export const apiScopes = ['read', 'members:write', 'content:write', 'scim'] as const
export type ApiScope = (typeof apiScopes)[number]

/** An API token as administrators see it; the secret is shown only once, at its creation. */
export const apiToken = z.object({
  id: z.string(),
  /** Its display name; may be empty. */
  name: z.string(),
  /** The email address that it acts as: one of the customer's `apiUsers`. */
  apiUser: z.string(),
  /** The API user is a service account, which cannot sign in. */
  isServiceAccount: z.boolean(),
  customer: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  createdAt: instant,
  /** Email of its creator; null when the account no longer exists. */
  createdBy: z.string().nullable(),
  /** Null until its first use; accurate to half a minute. */
  lastUsedAt: instant.nullable(),
  /** The IP address of its last use. */
  lastUsedFrom: z.string().nullable(),
  expiresAt: instant,
  /** When it was ended early: revoked, or its API user was removed or disabled. */
  endedAt: instant.nullable(),
})

export type ApiToken = z.output<typeof apiToken>

/** Input for creating an API token. */
const apiTokenDraft = z.strictObject({
  apiUser: email,
  name: line(100).optional(),
  scopes: z
    .array(z.enum(apiScopes))
    .min(1, 'required')
    .max(apiScopes.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'invalid'),
  /** At most {@link apiTokenDays} days ahead; up to a day more, as from a client clock that is fast, is reduced to that. */
  expiresAt: instant,
  /** Required where the address is an API user of several customers that the requesting person administers. */
  customer: z.string().max(100).optional(),
})

/** The API tokens of a customer, or of every customer that the requesting person administers; latest first, at most 500. */
export const listApiTokens = call({
  method: 'GET',
  path: '/auth/v1/api-tokens',
  summary: 'API tokens',
  query: z.strictObject({ customer: z.string().max(100).optional() }),
  answer: z.object({ apiTokens: z.array(apiToken) }),
})

/** Creates an API token for an API user. `token` is the bearer of its calls, returned only here. */
export const createApiToken = call({
  method: 'POST',
  path: '/auth/v1/api-tokens',
  summary: 'Create an API token',
  body: apiTokenDraft,
  answer: apiToken.extend({ token: z.string() }),
  status: 201,
  problems: ['stepUpRequired', 'required', 'invalid', 'unknownReference', 'emailNotProved'],
})

/** Revokes an API token immediately; `notFound` for one of a customer that the person does not administer. */
export const revokeApiToken = call({
  method: 'DELETE',
  path: '/auth/v1/api-tokens/{id}',
  summary: 'Revoke an API token',
  parameters: z.object({ id: z.string() }),
  problems: ['notFound'],
})
