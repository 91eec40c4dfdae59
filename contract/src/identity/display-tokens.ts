import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant, line } from '../jsonapi/fields'

/** Lifetime of a display token, in days (contract §6). */
export const displayTokenDays = 90

/** Prefix of every display token, so that secret scanners recognise a leaked one. */
export const displayTokenPrefix = 'lintel_display_'

/** A display token as administrators see it; the secret is shown only once, at its creation. */
export const displayToken = z.object({
  id: z.string(),
  /** The name that its creator gave the screen. */
  name: z.string(),
  /** The customer whose dashboard it shows. */
  customer: z.string(),
  createdAt: instant,
  /** Email of its creator. The token ends when they no longer administer the customer. */
  createdBy: z.string(),
  /** Null until its first use; accurate to half a minute. */
  lastUsedAt: instant.nullable(),
  expiresAt: instant,
  /** When it was ended early: revoked, or its creator no longer administers the customer. */
  endedAt: instant.nullable(),
})

export type DisplayToken = z.output<typeof displayToken>

/** The display tokens of a customer, latest first, at most 500. */
export const listDisplayTokens = call({
  method: 'GET',
  path: '/auth/v1/display-tokens',
  summary: 'Display tokens of a customer',
  query: z.strictObject({ customer: z.string().max(100) }),
  answer: z.object({ displayTokens: z.array(displayToken) }),
})

/**
 * Creates a display token for the dashboard of a customer. `token` belongs into the fragment of the wall's address and is returned only
 * here.
 */
export const createDisplayToken = call({
  method: 'POST',
  path: '/auth/v1/display-tokens',
  summary: 'Make a display token',
  body: z.strictObject({ customer: z.string().max(100), name: line(100) }),
  answer: displayToken.extend({ token: z.string() }),
  status: 201,
  problems: ['stepUpRequired', 'required', 'notFound'],
})

/** Revokes a display token immediately; `notFound` for one of a customer that the person does not administer. */
export const revokeDisplayToken = call({
  method: 'DELETE',
  path: '/auth/v1/display-tokens/{id}',
  summary: 'Revoke a display token',
  parameters: z.object({ id: z.string() }),
  problems: ['notFound'],
})

/** Exchanges a display token for an HttpOnly cookie with the same expiry. 401 `sessionExpired` for one that has ended. */
export const openDisplay = call({
  method: 'POST',
  path: '/auth/v1/display-tokens/open',
  summary: 'Sign a screen in with a display token',
  body: z.strictObject({ token: z.string().min(1, 'required').max(200) }),
  problems: ['sessionExpired', 'crossSiteRequest'],
})
