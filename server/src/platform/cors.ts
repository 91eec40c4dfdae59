import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from './configuration'

/**
 * Enables CORS for the origins that the operator configured; without any, there is none (security H2). Such pages
 * authenticate with a bearer and never with cookies: routes that use cookies (`sameSiteOnly`) send no CORS headers, not
 * even with a rejection (security H3).
 */
export async function registerCors(app: FastifyInstance, { allowedOrigins }: Configuration): Promise<void> {
  if (allowedOrigins.length === 0) return
  const allowed = new Set(allowedOrigins)
  await app.register(cors, {
    // False: an unlisted origin is answered without CORS headers, its preflight with 405.
    origin: async (origin: string | undefined) => (origin !== undefined && allowed.has(origin) ? origin : false),
    credentials: false,
    strictPreflight: false,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    // Not `X-Requested-With`, which identifies our own pages.
    allowedHeaders: [
      'Accept',
      'Authorization',
      'Content-Digest',
      'Content-Type',
      'Idempotency-Key',
      'If-Match',
      'If-None-Match',
      'If-Range',
      'Last-Event-ID',
      'OData-MaxVersion',
      'OData-Version',
      'Prefer',
      'Range',
    ],
    exposedHeaders: [
      'Accept-Ranges',
      'Content-Disposition',
      'Content-Range',
      'ETag',
      'Location',
      'OData-Version',
      'Omitted-Projects',
      'Preference-Applied',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'Retry-After',
      'WWW-Authenticate',
      'X-Request-Id',
    ],
    maxAge: 600,
  })
}
