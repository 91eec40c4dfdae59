import { logFromClient } from '@lintel/contract/settings/client-log'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../test/test-app'
import { testDatabase } from '../../../test/test-database'
import { world } from '../../../test/world'
import type { Platform } from '../../platform/context'
import { clientLogRoutes } from './client-log.routes'
import { onePrintableLine } from './one-printable-line'
import { createSampler } from './sampling'

const { db } = await testDatabase()
const written: { level: string; details: { client: Record<string, string>; ip: string; leftOut?: number } }[] = []
const note = (level: string) => (details: object | string) => void written.push({ level, details: details as never })
const log = { info: note('info'), warn: note('warn'), error: note('error') }
const app = await testApp({ db, routes: clientLogRoutes({ log } as unknown as Platform) })
beforeEach(() => void written.splice(0))

const report = { event: 'error', route: '/projects', logLevel: 'error', message: 'x is undefined' }
const tell = (body: object | string, headers: object = {}) =>
  app.inject({
    method: 'POST',
    url: logFromClient.path,
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })

test('what failed in a browser is noted as a warning, whoever tells, and answered with nothing', async () => {
  const answered = await tell(report, { authorization: 'Bearer expired' })
  expect(answered.statusCode).toBe(204)
  expect(answered.body).toBe('')
  expect(written).toEqual([
    {
      level: 'warn',
      details: {
        client: { event: 'error', route: '/projects', message: 'x is undefined', stack: '', deviceFingerprint: '' },
        ip: '127.0.0.1',
        requestId: answered.headers['x-request-id'],
      },
    },
  ])
  await tell({ ...report, logLevel: 'debug' })
  expect(written[1]?.level).toBe('info')
})

test('H6: line breaks, terminal sequences and turned writing are written out, not obeyed', async () => {
  await tell({ ...report, message: 'a\nlevel=fatal\r\u001b[2J\u009b1m\u202e\u2028z', event: '\u0000' })
  const { message, event } = written[0]?.details.client ?? {}
  expect(message).toBe('a\\u000alevel=fatal\\u000d\\u001b[2J\\u009b1m\\u202e\\u2028z')
  expect(event).toBe('\\u0000')
  expect(onePrintableLine('Ærlig 施工 🏗 \ud800')).toBe('Ærlig 施工 🏗 \\ud800')
})

test('H6: of a stack 500 characters are kept, of a message 2,000', async () => {
  await tell({ ...report, message: 'm'.repeat(5_000), stack: 's'.repeat(2_000) })
  expect(written[0]?.details.client.stack).toHaveLength(500)
  expect(written[0]?.details.client.message).toHaveLength(2_000)
})

test('H6: a report over 8 KiB is refused, and a refusal does not repeat what was sent', async () => {
  const largest = { ...report, message: 'm'.repeat(8 * 1024 - JSON.stringify({ ...report, message: '' }).length) }
  expect((await tell(largest)).statusCode).toBe(204)
  expect((await tell({ ...largest, message: `${largest.message}m` })).statusCode).toBe(413)
  for (const body of [
    { ...report, secret: 'hunter2' },
    { event: 'hunter2' },
    { ...report, logLevel: 'hunter2' },
    '"hunter2"',
  ]) {
    const refused = await tell(body)
    expect(refused.statusCode).toBeGreaterThanOrEqual(400)
    expect(refused.statusCode).toBeLessThan(500)
    expect(refused.body).not.toContain('hunter2')
  }
  expect(written).toHaveLength(1)
})

test('H6: an address may tell thirty times a minute', async () => {
  const { anonymous } = await world()
  const ask = async () => {
    const headers = { 'content-type': 'application/json' }
    return anonymous.inject({ method: 'POST', url: logFromClient.path, headers, payload: JSON.stringify(report) })
  }
  const answers = await Promise.all(Array.from({ length: 31 }, ask))
  expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(30)
  const refused = answers.find(({ statusCode }) => statusCode === 429)
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
})

test('H6: a flood is sampled, and the log says how much it left out', () => {
  const sample = createSampler({ maxReports: 3, windowMs: 1_000, thenOneIn: 5 })
  expect(Array.from({ length: 12 }, () => sample(0))).toEqual([
    0,
    0,
    0,
    undefined,
    1,
    undefined,
    undefined,
    undefined,
    undefined,
    4,
    undefined,
    undefined,
  ])
  expect(sample(999)).toBeUndefined()
  expect(sample(1_000)).toBe(3)
  expect(sample(1_001)).toBe(0)
})
