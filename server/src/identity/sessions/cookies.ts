import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration } from '../../platform/configuration'
import { cookieName, cookieTerms } from '../../platform/cookies'
import { isOwnForm } from '../../platform/form-posts'
import { ourPages } from '../../platform/same-site'
import { hashOf, randomSecret } from '../own-secret'

/** How long a browser that signed in before is known, in seconds (security B3). */
export const browserKnownSeconds = 30 * 24 * 3_600

/** Our own pages ask for their secrets as cookies; every other client gets them as JSON. */
export const isOurPage = (request: FastifyRequest): boolean =>
  request.headers['x-requested-with'] === ourPages || isOwnForm(request)

/** The refresh secret that the browser keeps for our pages. */
export const refreshCookie = (request: FastifyRequest, configuration: Configuration): string | undefined =>
  request.cookies[cookieName(configuration, 'lintel-refresh')]

/** Keeps the refresh secret in the browser: until `expires`, or as long as the browser stays open. */
export function keepRefreshCookie(
  reply: FastifyReply,
  configuration: Configuration,
  secret: string,
  expires?: Date,
): void {
  const name = cookieName(configuration, 'lintel-refresh')
  reply.setCookie(name, secret, { ...cookieTerms(configuration), ...(expires && { expires }) })
}

export function dropRefreshCookie(reply: FastifyReply, configuration: Configuration): void {
  reply.clearCookie(cookieName(configuration, 'lintel-refresh'), cookieTerms(configuration))
}

/** How long a challenge or a set-up of the second factor survives a reload, in seconds (security C3). */
export const secondFactorSeconds = 5 * 60

/** The ticket of the challenge that this browser's page was asked for. */
export const challengeCookie = (request: FastifyRequest, configuration: Configuration): string | undefined =>
  request.cookies[cookieName(configuration, 'lintel-challenge')]

/** Keeps a challenge's ticket in our page's browser, out of reach of its scripts: a reload asks for the code again. */
export function keepChallengeCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  configuration: Configuration,
  ticket: string,
): void {
  if (!isOurPage(request)) return
  const terms = { ...cookieTerms(configuration), maxAge: secondFactorSeconds }
  reply.setCookie(cookieName(configuration, 'lintel-challenge'), ticket, terms)
}

export function dropChallengeCookie(reply: FastifyReply, configuration: Configuration): void {
  reply.clearCookie(cookieName(configuration, 'lintel-challenge'), cookieTerms(configuration))
}

/** The hash by which the browser of a set-up of the second factor is known again; gives our page's browser one if need be. */
export function keepSetUpCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  configuration: Configuration,
): Buffer | null {
  if (!isOurPage(request)) return null
  const name = cookieName(configuration, 'lintel-mfa-setup')
  const known = request.cookies[name]
  const secret = known !== undefined && /^[\w-]{43}$/.test(known) ? known : randomSecret()
  reply.setCookie(name, secret, { ...cookieTerms(configuration), maxAge: secondFactorSeconds })
  return hashOf(secret)
}

/** How long a passkey may take to answer, in seconds. */
export const passkeySeconds = 5 * 60

/** The secret of the browser that was asked for a passkey. */
export const passkeyCookie = (request: FastifyRequest, configuration: Configuration): string | undefined =>
  request.cookies[cookieName(configuration, 'lintel-passkey')]

/** Gives a browser that is asked for a passkey a secret, or keeps the one it has: it may be asked in several tabs at once. */
export function keepPasskeyCookie(request: FastifyRequest, reply: FastifyReply, configuration: Configuration): string {
  const known = passkeyCookie(request, configuration)
  const secret = known !== undefined && /^[\w-]{43}$/.test(known) ? known : randomSecret()
  const terms = { ...cookieTerms(configuration), maxAge: passkeySeconds }
  reply.setCookie(cookieName(configuration, 'lintel-passkey'), secret, terms)
  return secret
}

/** Hash of the secret by which the browser is known; null when it has none. */
export function browserHashOf(request: FastifyRequest, configuration: Configuration): Buffer | null {
  const secret = request.cookies[cookieName(configuration, 'lintel-browser')]
  return secret === undefined ? null : hashOf(secret)
}

/** Gives our page's browser a secret to be known by, or keeps the one it has for longer. Gives its hash. */
export function keepBrowserCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  configuration: Configuration,
): Buffer | null {
  if (!isOurPage(request)) return browserHashOf(request, configuration)
  const name = cookieName(configuration, 'lintel-browser')
  const known = request.cookies[name]
  const secret = known !== undefined && /^[\w-]{43}$/.test(known) ? known : randomSecret()
  reply.setCookie(name, secret, { ...cookieTerms(configuration), maxAge: browserKnownSeconds })
  return hashOf(secret)
}

/** The secret by which a browser that went to a provider is known again (security E1). */
export const federationCookie = (request: FastifyRequest, configuration: Configuration): string | undefined =>
  request.cookies[cookieName(configuration, 'lintel-fed')]

/** As long as the longest that is bound to it, a mailed proof of an address; no other way there makes it shorter. */
const federationSeconds = 24 * 3_600

/** Gives the browser that secret for a day, or keeps the one it has: it may be on several ways at once. */
export function keepFederationCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  configuration: Configuration,
): string {
  const known = federationCookie(request, configuration)
  const secret = known !== undefined && /^[\w-]{43}$/.test(known) ? known : randomSecret()
  reply.setCookie(cookieName(configuration, 'lintel-fed'), secret, {
    ...cookieTerms(configuration),
    maxAge: federationSeconds,
  })
  return secret
}
