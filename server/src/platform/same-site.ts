import { Problem } from '@lintel/contract/problems'
import type { FastifyRequest } from 'fastify'
import type { Configuration } from './configuration'
import { ownHosts } from './hosts'

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

/** Is the origin ours: that of PUBLIC_URL, or that of the requested host if it is another name of this server? */
export const isOwnOrigin = (request: FastifyRequest, configuration: Configuration, origin: string): boolean =>
  origin === new URL(configuration.publicUrl).origin || isRequestedOrigin(request, configuration, origin)

/** A page of plain http is never ours in production, because somebody on the way could have written it. */
function isRequestedOrigin({ headers: { host } }: FastifyRequest, configuration: Configuration, origin: string) {
  if (host === undefined || !ownHosts(configuration)(host)) return false
  return origin === `https://${host}` || (configuration.environment !== 'production' && origin === `http://${host}`)
}
