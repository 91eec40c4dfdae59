import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from './configuration'

/**
 * Lets pages of the origins that the operator has listed read answers of the API; nobody else, and without a list there is
 * no CORS at all (security H2). They come with a bearer: no cookie is theirs, and routes that are answered from one
 * (`sameSiteOnly`) say nothing to them, not even that they refuse (security H3).
 */
export async function admitOtherOrigins(app: FastifyInstance, { allowedOrigins }: Configuration): Promise<void> {
  if (allowedOrigins.length === 0) return
  const allowed = new Set(allowedOrigins)
  await app.register(cors, {
    // False leaves the request alone: an unlisted origin is answered as if there were no CORS, 405 to a preflight.
    origin: async (origin: string | undefined) => (origin !== undefined && allowed.has(origin) ? origin : false),
    credentials: false,
    strictPreflight: false,
    methods: ['GET', 'POST', 'PATCH', 'DELETE'],
    // Not `X-Requested-With`, by which our own pages are known.
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
