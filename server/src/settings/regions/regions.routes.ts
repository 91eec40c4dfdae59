import { anyone } from '@lintel/contract/people/permissions'
import { listRegions } from '@lintel/contract/settings/regions'
import { answer } from '../../platform/answer'
import type { Platform } from '../../platform/context'
import type { Route } from '../../platform/route'

export const regionRoutes = ({ configuration: { regions } }: Platform): Route[] => [
  answer(listRegions, {
    anonymous: true,
    ignoresBearer: true,
    may: anyone,
    async run(_context, _input, reply) {
      // The same for everybody until the server is reconfigured.
      reply.header('cache-control', 'public, max-age=300')
      return regions
    },
  }),
]
