import { expect, test } from 'vitest'
import { testApp, testPlatform } from '../../test/test-app'
import { testDatabase } from '../../test/test-database'
import { healthRoutes } from './health'
import { enqueueJob } from './jobs/jobs'
import { openMetrics } from './metrics'

const { db } = await testDatabase()

async function measured(metricsToken?: string, clock = Date.now) {
  const platform = { ...testPlatform(db, { metricsToken }), clock }
  const metrics = openMetrics(platform)
  const app = await testApp({ db, routes: [...metrics.routes, ...healthRoutes(platform)] })
  metrics.observe(app)
  return app
}

test('requests are counted by route, jobs by state, in the text of Prometheus', async () => {
  const app = await measured()
  await enqueueJob(db, { kind: 'bell.ring' })
  await app.inject('/healthz')
  await app.inject('/healthz')
  await app.inject('/users/anna@nordbygg.example')
  const { statusCode, headers, body } = await app.inject('/metrics')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(body).toContain('lintel_http_requests_total{method="GET",route="/healthz",status="200"} 2')
  expect(body).toContain('lintel_http_request_seconds_count{method="GET",route="/healthz"} 2')
  expect(body).toContain('lintel_http_requests_total{method="GET",route="none",status="404"} 1')
  expect(body).toContain('lintel_jobs{kind="bell.ring",state="waiting"} 1')
  expect(body).toContain('lintel_process_resident_memory_bytes')
  expect(body).not.toContain('anna@')
})

test('how far the server keeps ahead of a clock that jumped back is measured', async () => {
  const aheadOf = async (clock?: () => number) => {
    const { body } = await (await measured(undefined, clock)).inject('/metrics')
    return Number(/^lintel_clock_ahead_seconds (\S+)$/m.exec(body)?.[1])
  }
  expect(await aheadOf()).toBe(0)
  expect(Math.round(await aheadOf(() => Date.now() + 3_600_000))).toBe(3_600)
})

test('without a token, measurements are for this machine only, and not through a proxy on it', async () => {
  const app = await measured()
  const ask = async (remoteAddress: string, headers = {}) =>
    (await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode
  expect(await ask('127.0.0.1')).toBe(200)
  expect(await ask('::1')).toBe(200)
  expect(await ask('10.0.0.5')).toBe(404)
  expect(await ask('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).toBe(404)
  expect(await ask('10.0.0.5', { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
})

test('with a token, measurements are for who has it, from anywhere', async () => {
  const app = await measured('a-long-metrics-token')
  const ask = async (authorization?: string) =>
    (await app.inject({ url: '/metrics', remoteAddress: '10.0.0.5', headers: authorization ? { authorization } : {} }))
      .statusCode
  expect(await ask('Bearer a-long-metrics-token')).toBe(200)
  for (const wrong of [
    undefined,
    'Bearer ',
    'Bearer a-long-metrics-tokex',
    'Bearer a-long-metrics-token2',
    'a-long-metrics-token',
  ]) {
    expect(await ask(wrong)).toBe(404)
  }
  expect((await app.inject('/metrics')).statusCode).toBe(404)
})
