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

/** The metrics of the server. */
export interface Metrics {
  /** Observes every request of the application. */
  observe(app: FastifyInstance): void
  routes: Route[]
}

/** Histogram buckets in seconds, centred on the target response time. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

const showMetrics = call({
  method: 'GET',
  path: '/metrics',
  summary:
    'Measurements in the text format of Prometheus: with METRICS_TOKEN as bearer or, without one, from this machine',
})

/** Creates the metrics with a registry of its own, so that several applications can run in one process. */
export function openMetrics({ configuration: { metricsToken }, db, clock }: Platform): Metrics {
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
  new Gauge({
    name: 'lintel_clock_ahead_seconds',
    help: 'How far the time of the server is ahead of the clock of the machine, which jumped back',
    registers,
    collect() {
      this.set(Math.max(0, clock() - Date.now()) / 1_000)
    },
  })

  return {
    observe(app) {
      app.addHook('onResponse', async (request, reply) => {
        // The route pattern, never the URL: URLs are unbounded and contain email addresses.
        const route = request.routeOptions.url ?? 'none'
        requests.inc({ method: request.method, route, status: reply.statusCode })
        // The duration of a stream depends on its reader.
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
          if (!mayReadMetrics(request, metricsToken)) throw new Problem('notFound')
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

/** Allowed with the token or, if none is configured, from this machine and not through a proxy. */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) {
    const presented = Buffer.from(bearerOf(request) ?? '')
    const expected = Buffer.from(token)
    return presented.length === expected.length && timingSafeEqual(presented, expected)
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
