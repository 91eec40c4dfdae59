import { Problem } from '@lintel/contract/problems'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from './configuration'

/** Asked by load balancers under whatever name they use. */
const openToAll = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Answers 421 to a Host that is not ours (security F4): nothing in a mail or a redirect ever comes from that header,
 * and a foreign name has no business here. Loopback names are ours outside production.
 */
export function refuseUnknownHost(app: FastifyInstance, configuration: Configuration): void {
  const { host: publicHost, hostname, port } = new URL(configuration.publicUrl)
  const suffix = hostname.includes('.') ? hostname.slice(hostname.indexOf('.')) : `.${hostname}`
  const regions = configuration.regions.map(({ subdomain }) => `${subdomain}${suffix}${port ? `:${port}` : ''}`)
  const known = new Set([publicHost, ...regions, ...configuration.hosts])
  app.addHook('onRequest', async (request) => {
    const { host } = request.headers
    const path = request.url.split('?')[0] ?? ''
    if (host !== undefined && (known.has(host) || openToAll.has(path))) return
    if (configuration.environment !== 'production' && host !== undefined && isLoopbackName(host)) return
    throw new Problem('unknownHost')
  })
}

const isLoopbackName = (host: string) => /^(([a-z0-9-]+\.)*localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(host)
