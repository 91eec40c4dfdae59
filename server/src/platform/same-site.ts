import { Problem } from '@lintel/contract/problems'
import type { FastifyRequest } from 'fastify'
import type { Configuration } from './configuration'

/** What our own pages send with every call that is answered from a cookie. */
export const ourPages = 'lintel-web'

/**
 * Refuses a cross-site request to a route that acts on a cookie (security H3): the browser's own word about where it
 * comes from, and a header that no foreign form can send. Programs, which say nothing of all that, are not concerned.
 */
export function refuseOtherSites(request: FastifyRequest, configuration: Configuration): void {
  const site = request.headers['sec-fetch-site']
  if (request.headers.cookie === undefined && request.headers.origin === undefined && site === undefined) return
  const { origin } = request.headers
  const sameOrigin = origin === undefined || isOwnOrigin(request, configuration, origin)
  const sameSite = site === undefined || site === 'same-origin' || site === 'none'
  const fromOurPages = request.headers.cookie === undefined || request.headers['x-requested-with'] === ourPages
  if (!sameOrigin || !sameSite || !fromOurPages) throw new Problem('crossSiteRequest')
}

/** Whether an origin is ours. */
export const isOwnOrigin = (
  request: FastifyRequest,
  { publicUrl, environment }: Configuration,
  origin: string,
): boolean => origin === new URL(publicUrl).origin || isOwnHost(request, origin, environment)

/** On loopback the same server has several names (localhost, 127.0.0.1, a region's subdomain). */
const isOwnHost = (request: FastifyRequest, origin: string, environment: string) =>
  environment !== 'production' && URL.canParse(origin) && new URL(origin).host === request.headers.host
