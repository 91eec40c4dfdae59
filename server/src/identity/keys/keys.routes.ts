import { readKeySet } from '@lintel/contract/identity/keys'
import { anyone } from '@lintel/contract/people/permissions'
import { answer } from '../../platform/answer'
import type { Route } from '../../platform/route'
import type { IdentityServices } from '../identity-services'
import { algorithm } from './key-ring'

/** The public keys (JWKS), including those that do not sign yet; clients may cache them for five minutes (security D11). */
export const keyRoutes = ({ keys }: IdentityServices): Route[] => [
  answer(readKeySet, {
    may: anyone,
    anonymous: true,
    ignoresBearer: true,
    run: async ({ now }, _input, reply) => {
      reply.header('cache-control', 'public, max-age=300')
      const accepted = await keys.accepted(now)
      return {
        keys: accepted.map(({ kid, publicJwk: { x = '', y = '' } }) => ({
          kty: 'EC' as const,
          crv: 'P-256' as const,
          x,
          y,
          kid,
          alg: algorithm,
          use: 'sig' as const,
        })),
      }
    },
  }),
]
