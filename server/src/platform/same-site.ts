import { Problem } from '@lintel/contract/problems'
import type { FastifyRequest } from 'fastify'
import type { Configuration } from './configuration'

/** The `X-Requested-With` value that our own pages send with requests that use cookies. */
export const webClientName = 'lintel-web'

/**
 * Rejects cross-site requests to routes that use cookies (security H3), by `Origin`, `Sec-Fetch-Site` and a header that
 * foreign forms cannot send. Requests without cookies and these headers (programs) are not affected.
 */
export function refuseCrossSiteRequests(request: FastifyRequest, configuration: Configuration): void {
  const site = request.headers['sec-fetch-site']
  if (request.headers.cookie === undefined && request.headers.origin === undefined && site === undefined) return
  const { origin } = request.headers
  const sameOrigin = origin === undefined || isOwnOrigin(request, configuration, origin)
  const sameSite = site === undefined || site === 'same-origin' || site === 'none'
  const fromOurPages = request.headers.cookie === undefined || request.headers['x-requested-with'] === webClientName
  if (!sameOrigin || !sameSite || !fromOurPages) throw new Problem('crossSiteRequest')
}

/** Is the origin ours? */
export const isOwnOrigin = (
  request: FastifyRequest,
  { publicUrl, environment }: Configuration,
  origin: string,
): boolean => origin === new URL(publicUrl).origin || isOwnHost(request, origin, environment)

/** Outside production, the server has several names on loopback (localhost, 127.0.0.1, subdomains of regions). */
const isOwnHost = (request: FastifyRequest, origin: string, environment: string) =>
  environment !== 'production' && URL.canParse(origin) && new URL(origin).host === request.headers.host
