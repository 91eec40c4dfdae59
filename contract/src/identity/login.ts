import { z } from 'zod'
import { call } from '../jsonapi/call'
import { name } from '../jsonapi/fields'
import type { Environment } from '../people/permissions'
import { password } from './passwords'
import { tokens } from './tokens'

/** Idle time after which a session without remember-me ends, in milliseconds (account-portal chapter 9). */
export const idleTimeoutMs = 3_600_000

/** What the sign-in form holds; a username is an email, or its first part where a domain suffix is configured. */
export const credentials = z.strictObject({
  username: name(254),
  password,
  rememberMe: z.boolean().optional(),
})

/**
 * Signs in with email and password, or with the one-time password of an invitation. The sign-in page posts the same as an
 * HTML form before its script is alive: that is answered by 303 or by a page.
 */
export const login = call({
  method: 'POST',
  path: '/auth/v1/login',
  summary: 'Sign in with email and password',
  body: credentials,
  answer: tokens,
  problems: [
    'invalid_grant',
    'CHALLENGE_REQUESTED',
    'password_reset_needed',
    'emailProofMailed',
    'crossSiteRequest',
    'overloaded',
  ],
})

/**
 * New tokens for a session: by the refresh token and the current id token (which may have expired), or, for the web app,
 * by its cookie alone.
 */
export const refresh = call({
  method: 'POST',
  path: '/auth/v1/refresh',
  summary: 'Get new tokens; nothing for a browser of our pages that has no secret at all: nobody was signed in',
  body: z.strictObject({ refreshToken: z.string().max(200).optional(), token: z.string().max(4_000).optional() }),
  answer: tokens.optional(),
  problems: ['sessionExpired', 'invalidToken', 'crossSiteRequest'],
})

/** Ends the session that the bearer (even an expired one), the refresh token or the cookie belongs to. Repeatable. */
export const logout = call({
  method: 'POST',
  path: '/auth/v1/logout',
  summary: 'Sign out',
  body: z.strictObject({ refreshToken: z.string().max(200).optional() }),
  problems: ['crossSiteRequest'],
})

/** Where a browser that runs no script ends up: the application says there what it needs, and one can sign out. */
export const withoutScript = call({
  method: 'GET',
  path: '/auth/v1/without-script',
  summary: 'The page for a browser that runs no script',
  status: 200,
})

/** Only A to Z: a letter of another alphabet that looks or folds like one of them is another letter (security F6). */
const asciiLowerCase = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Usernames without a domain are completed where one organization has an installation to itself (account-portal chapter 5). */
export const completesUsernames = (environment: Environment): boolean =>
  environment === 'onpremise' || environment === 'deploy' || environment === 'local'

/**
 * The email that a username stands for: lower-cased, with the installation's domain suffix (`@example.com`) when it has
 * no domain of its own (account-portal chapter 5; only on-premise, deploy and local installations have a suffix).
 */
export const loginEmail = (username: string, domainSuffix?: string): string => {
  const typed = asciiLowerCase(username.trim())
  return typed.includes('@') || domainSuffix === undefined ? typed : `${typed}${domainSuffix}`
}
