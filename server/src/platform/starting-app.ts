import { Problem } from '@lintel/contract/problems'
import fastify, { type FastifyInstance } from 'fastify'
import { uuidv7 } from 'uuidv7'
import type { Configuration } from './configuration'
import { setHeaders } from './headers'
import { alive } from './health'
import { replyWithProblem } from './problem-reply'

/**
 * The HTTP server of a process that still starts; not yet listening. `/healthz` responds as later, so that no supervisor
 * ends a long migration, and everything else is 503 `schemaOutdated`. Closing it also closes idle connections.
 */
export function buildStartingApp(configuration: Configuration): FastifyInstance {
  const app = fastify({ genReqId: () => uuidv7(), forceCloseConnections: true })
  setHeaders(app, configuration)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('connection', 'close')
    if (request.routeOptions.url !== alive.path) throw new Problem('schemaOutdated', { retryAfter: 5 })
  })
  app.setErrorHandler(replyWithProblem)
  app.get(alive.path, async () => ({ status: 'up' }))
  return app
}
