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
    methods: ['GET', 'POST', 'PATCH', 'DELETE'],
    // Not `X-Requested-With`, which identifies our own pages.
    allowedHeaders: ['Accept', 'Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match'],
    exposedHeaders: [
      'Content-Disposition',
      'ETag',
      'Location',
      'Omitted-Projects',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'Retry-After',
      'X-Request-Id',
    ],
    maxAge: 600,
  })
}
