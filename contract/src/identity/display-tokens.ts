import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant, line } from '../jsonapi/fields'

/** How long a display token is good, in days (contract §6). */
export const displayTokenDays = 90

/** What every display token begins with, so that scanners of code and logs recognise one that leaked. */
export const displayTokenPrefix = 'lintel_display_'

/** A display token as administrators see it; the token itself is shown once, when it is made. */
export const displayToken = z.object({
  id: z.string(),
  /** What its maker calls the screen that it is for. */
  name: z.string(),
  /** The customer whose dashboard it shows. */
  customer: z.string(),
  createdAt: instant,
  /** Email of who made it. It ends when they no longer administer the customer. */
  createdBy: z.string(),
  /** Null until it was first used; accurate to a minute. */
  lastUsedAt: instant.nullable(),
  expiresAt: instant,
  /** When it was ended before its time: revoked, or its maker no longer administers the customer. */
  endedAt: instant.nullable(),
})

export type DisplayToken = z.output<typeof displayToken>

/** The display tokens of a customer, the latest first, at most 500. */
export const listDisplayTokens = call({
  method: 'GET',
  path: '/auth/v1/display-tokens',
  summary: 'Display tokens of a customer',
  query: z.strictObject({ customer: z.string().max(100) }),
  answer: z.object({ displayTokens: z.array(displayToken) }),
})

/** Makes a display token for the dashboard of a customer. `token` belongs in the fragment of the wall's address, and is answered here only. */
export const createDisplayToken = call({
  method: 'POST',
  path: '/auth/v1/display-tokens',
  summary: 'Make a display token',
  body: z.strictObject({ customer: z.string().max(100), name: line(100) }),
  answer: displayToken.extend({ token: z.string() }),
  status: 201,
  problems: ['stepUpRequired', 'required', 'notFound'],
})

/** Ends a display token at once; one of a customer that the person does not administer is not found. */
export const revokeDisplayToken = call({
  method: 'DELETE',
  path: '/auth/v1/display-tokens/{id}',
  summary: 'Revoke a display token',
  parameters: z.object({ id: z.string() }),
  problems: ['notFound'],
})

/** Exchanges a display token for an HttpOnly cookie that lasts as long as the token. 401 `sessionExpired` for one that ended. */
export const openDisplay = call({
  method: 'POST',
  path: '/auth/v1/display-tokens/open',
  summary: 'Sign a screen in with a display token',
  body: z.strictObject({ token: z.string().min(1, 'required').max(200) }),
  problems: ['sessionExpired', 'crossSiteRequest'],
})
