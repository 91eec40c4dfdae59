import { timingSafeEqual } from 'node:crypto'
import { call } from '@lintel/contract/jsonapi/call'
import { anyone } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { answer } from './answer'
import { bearerOf } from './authenticate'
import type { Platform } from './context'
import type { Route } from './route'

/** What the server counts about itself. */
export interface Metrics {
  /** Counts and times every request of the application. */
  observe(app: FastifyInstance): void
  routes: Route[]
}

/** Seconds; the speed that is promised lies in the middle. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

const showMetrics = call({
  method: 'GET',
  path: '/metrics',
  summary:
    'Measurements in the text format of Prometheus: with METRICS_TOKEN as bearer or, without one, from this machine',
})

/** Measurements of this process; a registry of its own, so that several applications live in one process. */
export function openMetrics({ configuration: { metricsToken }, db }: Platform): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'lintel_' })
  const registers = [registry]
  const labelNames = ['method', 'route', 'status']
  const requests = new Counter({ name: 'lintel_http_requests_total', help: 'Requests answered', labelNames, registers })
  const seconds = new Histogram({
    name: 'lintel_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route'],
    buckets,
    registers,
  })
  const jobs = new Gauge({ name: 'lintel_jobs', help: 'Jobs by state', labelNames: ['kind', 'state'], registers })

  return {
    observe(app) {
      app.addHook('onResponse', async (request, reply) => {
        // The route's pattern, never the address: addresses are without number and carry people's emails.
        const route = request.routeOptions.url ?? 'none'
        requests.inc({ method: request.method, route, status: reply.statusCode })
        // A stream lasts as long as somebody looks: its time says nothing of ours.
        if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) return
        seconds.observe({ method: request.method, route }, reply.elapsedTime / 1_000)
      })
    },
    routes: [
      answer(showMetrics, {
        anonymous: true,
        ignoresBearer: true,
        unmetered: true,
        may: anyone,
        async run({ request }, _input, reply) {
          if (!mayMeasure(request, metricsToken)) throw new Problem('notFound')
          await countJobs(db, jobs).catch(() => jobs.reset())
          reply
            .header('cache-control', 'no-store')
            .type(registry.contentType)
            .send(await registry.metrics())
        },
      }),
    ],
  }
}

/** By the token or, where there is none, from this machine and not through a proxy on it. */
function mayMeasure(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) {
    const given = Buffer.from(bearerOf(request) ?? '')
    const wanted = Buffer.from(token)
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  }
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => name in request.headers)
  return !isForwarded && /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '')
}

async function countJobs(db: Platform['db'], jobs: Gauge): Promise<void> {
  const rows = await db
    .selectFrom('job')
    .select(['kind', 'state', sql<number>`count(*)`.as('number')])
    .groupBy(['kind', 'state'])
    .execute()
  jobs.reset()
  for (const { kind, state, number } of rows) jobs.set({ kind, state }, number)
}
