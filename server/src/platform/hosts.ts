import { Problem } from '@lintel/contract/problems'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from './configuration'

/** Load balancers use arbitrary host names for these. */
const anyHostPaths = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * The question whether a `Host` header names this server: by the host of PUBLIC_URL, by a region beside it, or by one of
 * `hosts`. Outside production, loopback names do so as well.
 */
export function ownHosts({ publicUrl, regions, hosts, environment }: Configuration): (host: string) => boolean {
  const { host: publicHost, hostname, port } = new URL(publicUrl)
  const suffix = hostname.includes('.') ? hostname.slice(hostname.indexOf('.')) : `.${hostname}`
  const ofRegions = regions.map(({ subdomain }) => `${subdomain}${suffix}${port ? `:${port}` : ''}`)
  const known = new Set([publicHost, ...ofRegions, ...hosts])
  return (host) => known.has(host) || (environment !== 'production' && isLoopbackName(host))
}

/** Rejects unknown `Host` headers with 421 (security F4). Links in mails and redirects never use that header. */
export function refuseUnknownHost(app: FastifyInstance, configuration: Configuration): void {
  const isOwnHost = ownHosts(configuration)
  app.addHook('onRequest', async (request) => {
    const { host } = request.headers
    const path = request.url.split('?')[0] ?? ''
    if (host !== undefined && (isOwnHost(host) || anyHostPaths.has(path))) return
    throw new Problem('unknownHost')
  })
}

const isLoopbackName = (host: string) => /^(([a-z0-9-]+\.)*localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(host)
