import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant, name } from '../jsonapi/fields'
import { password } from './passwords'

/** How long a feed token is good, in days: fixed from its making (security D10, account-portal chapter 9). */
export const feedTokenDays = 365

/** A feed token as its owner sees it; its secret is shown once, when it is made. */
export const feedToken = z.object({
  id: z.string(),
  /** The one customer whose exports it reads. */
  customer: z.string(),
  customerName: z.string(),
  createdAt: instant,
  /** Null until it was first exchanged. */
  lastUsedAt: instant.nullable(),
  expiresAt: instant,
})

export type FeedToken = z.output<typeof feedToken>

// Anything goes in: what names no customer of theirs is answered like one that does not exist.
const customer = z.string().max(100).optional()

/**
 * What a query holds: the feed token as `refreshToken`, which `refresh` exchanges for tokens of ten minutes and which does
 * not rotate, and a first `accessToken`, the bearer of the exports.
 */
const feedSecrets = z.object({ accessToken: z.string(), refreshToken: z.string() })

/**
 * The server token call of the business-intelligence export: a feed token for a password. `customer` is needed by who
 * administers or reads several (422 `required`); a second factor is asked for as at any sign-in, and `mfa/verify` then answers
 * tokens of the feed, never a session.
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

/** The feed tokens of the signed-in person that are good, the latest first. */
export const listFeedTokens = call({
  method: 'GET',
  path: '/auth/v1/feed-tokens',
  summary: 'The own feed tokens',
  answer: z.object({ feedTokens: z.array(feedToken) }),
})

/** Why a session without remember-me makes none, as account-portal chapter 8 says it (403 `forbidden`). */
export const rememberedOnly = 'You need to be logged in with Keep me logged in checked to export to Power BI'

/** Makes a feed token, in a session with remember-me only (security D10). */
export const createFeedToken = call({
  method: 'POST',
  path: '/auth/v1/feed-tokens',
  summary: 'Make a feed token',
  body: z.strictObject({ customer }),
  answer: feedToken.extend(feedSecrets.shape),
  status: 201,
  problems: ['stepUpRequired', 'required', 'notFound'],
})

/** Ends one of the own feed tokens; a foreign one is not found. */
export const revokeFeedToken = call({
  method: 'DELETE',
  path: '/auth/v1/feed-tokens/{id}',
  summary: 'End a feed token',
  parameters: z.object({ id: z.string() }),
  problems: ['notFound'],
})
