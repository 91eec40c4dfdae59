import { Problem } from '@lintel/contract/problems'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from './configuration'

/** Load balancers use arbitrary host names for these. */
const anyHostPaths = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Rejects unknown `Host` headers with 421 (security F4). Links in mails and redirects never use that header. Outside
 * production, loopback names are accepted.
 */
export function refuseUnknownHost(app: FastifyInstance, configuration: Configuration): void {
  const { host: publicHost, hostname, port } = new URL(configuration.publicUrl)
  const suffix = hostname.includes('.') ? hostname.slice(hostname.indexOf('.')) : `.${hostname}`
  const regions = configuration.regions.map(({ subdomain }) => `${subdomain}${suffix}${port ? `:${port}` : ''}`)
  const known = new Set([publicHost, ...regions, ...configuration.hosts])
  app.addHook('onRequest', async (request) => {
    const { host } = request.headers
    const path = request.url.split('?')[0] ?? ''
    if (host !== undefined && (known.has(host) || anyHostPaths.has(path))) return
    if (configuration.environment !== 'production' && host !== undefined && isLoopbackName(host)) return
    throw new Problem('unknownHost')
  })
}

const isLoopbackName = (host: string) => /^(([a-z0-9-]+\.)*localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(host)
