import { passkeySeconds, secondFactorSeconds } from '@lintel/contract/identity/waits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration } from '../../platform/configuration'
import { cookieName, cookieOptions } from '../../platform/cookies'
import { isOwnForm } from '../../platform/form-posts'
import { webClientName } from '../../platform/same-site'
import { hashSecret, isSecret, randomSecret } from '../random-secret'

/** How long a browser that signed in is known to the account, in seconds (security B3). */
export const browserKnownSeconds = 30 * 24 * 3_600

/** Whether the request comes from our own pages, which get secrets as cookies; other clients get them as JSON. */
export const isOurPage = (request: FastifyRequest): boolean =>
  request.headers['x-requested-with'] === webClientName || isOwnForm(request)

/** The refresh secret in the cookie of our pages. */
export const refreshCookie = (request: FastifyRequest, configuration: Configuration): string | undefined =>
  request.cookies[cookieName(configuration, 'lintel-refresh')]

/** Stores the refresh secret in a cookie: until `expires`, or for the browser session. */
export function setRefreshCookie(
  reply: FastifyReply,
  configuration: Configuration,
  secret: string,
  expires?: Date,
): void {
  const name = cookieName(configuration, 'lintel-refresh')
  reply.setCookie(name, secret, { ...cookieOptions(configuration), ...(expires && { expires }) })
}

export function clearRefreshCookie(reply: FastifyReply, configuration: Configuration): void {
  reply.clearCookie(cookieName(configuration, 'lintel-refresh'), cookieOptions(configuration))
}

/** The challenge ticket in the cookie of our pages. */
export const challengeCookie = (request: FastifyRequest, configuration: Configuration): string | undefined =>
  request.cookies[cookieName(configuration, 'lintel-challenge')]

/** Stores a challenge ticket in an HttpOnly cookie of our pages, so that the code can still be entered after a reload. */
export function setChallengeCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  configuration: Configuration,
  ticket: string,
): void {
  if (!isOurPage(request)) return
  const terms = { ...cookieOptions(configuration), maxAge: secondFactorSeconds }
  reply.setCookie(cookieName(configuration, 'lintel-challenge'), ticket, terms)
}

export function clearChallengeCookie(reply: FastifyReply, configuration: Configuration): void {
  reply.clearCookie(cookieName(configuration, 'lintel-challenge'), cookieOptions(configuration))
}

/** The hash that identifies the browser of a second-factor setup; sets the cookie if needed. Null for other clients. */
export function setSetupCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  configuration: Configuration,
): Buffer | null {
  if (!isOurPage(request)) return null
  return hashSecret(keepSecretCookie(request, reply, configuration, ['lintel-mfa-setup', secondFactorSeconds]))
}

/** The secret that identifies the browser of a passkey challenge. */
export const passkeyCookie = (request: FastifyRequest, configuration: Configuration): string | undefined =>
  request.cookies[cookieName(configuration, 'lintel-passkey')]

/** Sets the passkey cookie, or keeps its secret: several tabs may have challenges at once. */
export const setPasskeyCookie = (request: FastifyRequest, reply: FastifyReply, configuration: Configuration): string =>
  keepSecretCookie(request, reply, configuration, ['lintel-passkey', passkeySeconds])

/** The hash of the known-browser cookie; null without one. */
export function browserHashOf(request: FastifyRequest, configuration: Configuration): Buffer | null {
  const secret = request.cookies[cookieName(configuration, 'lintel-browser')]
  return secret === undefined ? null : hashSecret(secret)
}

/** Sets the known-browser cookie of our pages, or renews it. Returns its hash. */
export function setBrowserCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  configuration: Configuration,
): Buffer | null {
  if (!isOurPage(request)) return browserHashOf(request, configuration)
  return hashSecret(keepSecretCookie(request, reply, configuration, ['lintel-browser', browserKnownSeconds]))
}

/** The secret that identifies the browser of a federation flow (security E1). */
export const federationCookie = (request: FastifyRequest, configuration: Configuration): string | undefined =>
  request.cookies[cookieName(configuration, 'lintel-fed')]

/** As long as the longest use of it, a mailed proof of an address; no flow shortens it. */
const federationSeconds = 24 * 3_600

/** Sets the federation cookie for a day, or keeps its secret: several flows may be open at once. */
export const setFederationCookie = (
  request: FastifyRequest,
  reply: FastifyReply,
  configuration: Configuration,
): string => keepSecretCookie(request, reply, configuration, ['lintel-fed', federationSeconds])

/** Stores the secret of the request's cookie for that long again, or a new one where it has none. Returns it. */
function keepSecretCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  configuration: Configuration,
  [cookie, maxAge]: [cookie: string, seconds: number],
): string {
  const name = cookieName(configuration, cookie)
  const existing = request.cookies[name]
  const secret = existing !== undefined && isSecret(existing) ? existing : randomSecret()
  reply.setCookie(name, secret, { ...cookieOptions(configuration), maxAge })
  return secret
}
