import { z } from 'zod'
import { call } from '../jsonapi/call'
import { name } from '../jsonapi/fields'
import type { Environment } from '../settings/environments'
import { password } from './passwords'
import { tokens } from './tokens'

/** Idle timeout of a session without remember-me, in milliseconds (account-portal chapter 9). */
export const idleTimeoutMs = 3_600_000

/** The fields of the sign-in form; a username is an email, or its local part where a domain suffix is configured. */
const credentials = z.strictObject({
  username: name(254),
  password,
  rememberMe: z.boolean().optional(),
})

/**
 * Signs in with email and password, or with the one-time password of an invitation. Before its script is loaded, the sign-in page posts the
 * same as an HTML form, which is answered by 303 or by a page.
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
 * Renews the tokens of a session: by the refresh token and the current id token (which may have expired), or, for the web app, by its
 * cookie alone.
 */
export const refresh = call({
  method: 'POST',
  path: '/auth/v1/refresh',
  summary: 'Get new tokens; nothing for a browser of our pages that has no secret at all: nobody was signed in',
  body: z.strictObject({ refreshToken: z.string().max(200).optional(), token: z.string().max(4_000).optional() }),
  answer: tokens.optional(),
  problems: ['sessionExpired', 'invalidToken', 'crossSiteRequest'],
})

/** Ends the session of the bearer (even an expired one), the refresh token or the cookie. Idempotent. */
export const logout = call({
  method: 'POST',
  path: '/auth/v1/logout',
  summary: 'Sign out',
  body: z.strictObject({ refreshToken: z.string().max(200).optional() }),
  problems: ['crossSiteRequest'],
})

/** The page for browsers without JavaScript: it explains what the application needs, and offers to sign out. */
export const readNoScriptPage = call({
  method: 'GET',
  path: '/auth/v1/without-script',
  summary: 'The page for a browser that runs no script',
  status: 200,
})

/** Converts only A to Z: look-alike letters of other alphabets stay distinct (security F6). */
const asciiLowerCase = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/**
 * True where usernames without a domain get the installation's suffix: where one organization has an installation of its own
 * (account-portal chapter 5).
 */
export const supportsDomainSuffix = (environment: Environment): boolean =>
  environment === 'onpremise' || environment === 'deploy' || environment === 'local'

/**
 * The email of a username: lower-cased, with the installation's domain suffix (`@example.com`) if it has no domain of its own
 * (account-portal chapter 5; only on-premise, deploy and local installations have a suffix).
 */
export const loginEmail = (username: string, domainSuffix?: string): string => {
  const typed = asciiLowerCase(username.trim())
  return typed.includes('@') || domainSuffix === undefined ? typed : `${typed}${domainSuffix}`
}
