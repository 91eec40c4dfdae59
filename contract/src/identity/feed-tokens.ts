import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant, name } from '../jsonapi/fields'
import { password } from './passwords'

/** Lifetime of a feed token, in days, fixed from its creation (security D10, account-portal chapter 9). */
export const feedTokenDays = 365

/** A feed token as its owner sees it; the secret is shown only once, at its creation. */
export const feedToken = z.object({
  id: z.string(),
  /** The customer whose exports it can read. */
  customer: z.string(),
  customerName: z.string(),
  createdAt: instant,
  /** Null until it was first exchanged. */
  lastUsedAt: instant.nullable(),
  expiresAt: instant,
})

export type FeedToken = z.output<typeof feedToken>

// Any value is accepted: a customer that is not theirs gets the same response as one that does not exist.
const customer = z.string().max(100).optional()

/**
 * The secrets of a query: the feed token as `refreshToken`, which `refresh` exchanges for tokens of ten minutes and which does not rotate,
 * and a first `accessToken`, the bearer of the exports.
 */
const feedSecrets = z.object({ accessToken: z.string(), refreshToken: z.string() })

/**
 * Returns a feed token for a password, for the business-intelligence export. `customer` is required of whoever administers or reads several
 * (422 `required`); a second factor is requested as at any sign-in, and `mfa/verify` then returns tokens of the feed, never a session.
 */
export const feedLogin = call({
  method: 'POST',
  path: '/mgw/api/v2/login',
  summary: 'Get a feed token for the exports of one customer',
  body: z.strictObject({ username: name(254), password, customer }),
  answer: feedSecrets,
  problems: [
    'invalid_grant',
    'CHALLENGE_REQUESTED',
    'password_reset_needed',
    'passwordUpdateRequired',
    'required',
    'notFound',
    'crossSiteRequest',
    'overloaded',
  ],
})

/** The valid feed tokens of the signed-in person, latest first. */
export const listFeedTokens = call({
  method: 'GET',
  path: '/auth/v1/feed-tokens',
  summary: 'The own feed tokens',
  answer: z.object({ feedTokens: z.array(feedToken) }),
})

/** The detail of the 403 `forbidden` for a session without remember-me, in the words of account-portal chapter 8. */
export const rememberMeRequired = 'You need to be logged in with Keep me logged in checked to export to Power BI'

/** Creates a feed token, only in a session with remember-me (security D10). */
export const createFeedToken = call({
  method: 'POST',
  path: '/auth/v1/feed-tokens',
  summary: 'Make a feed token',
  body: z.strictObject({ customer }),
  answer: feedToken.extend(feedSecrets.shape),
  status: 201,
  problems: ['stepUpRequired', 'required', 'notFound'],
})

/** Revokes one of the own feed tokens; `notFound` for others. */
export const revokeFeedToken = call({
  method: 'DELETE',
  path: '/auth/v1/feed-tokens/{id}',
  summary: 'End a feed token',
  parameters: z.object({ id: z.string() }),
  problems: ['notFound'],
})
