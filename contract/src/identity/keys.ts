import { z } from 'zod'
import { call } from '../jsonapi/call'

/** The public keys that verify our tokens (RFC 7517). */
export const readKeySet = call({
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary: 'Public keys of the tokens',
  answer: z.object({
    keys: z.array(
      z.object({
        kty: z.literal('EC'),
        crv: z.literal('P-256'),
        x: z.string(),
        y: z.string(),
        kid: z.string(),
        alg: z.literal('ES256'),
        use: z.literal('sig'),
      }),
    ),
  }),
})
