import { expect, test } from 'vitest'
import { browser } from '../../../test/browser'
import { world } from '../../../test/world'

const { app, clock } = await world({ rates: {} })
const base = '/mgw/api/v2/federation'

test('B4: an address asks twenty times a minute for the provider of an email or a company id, both together', async () => {
  const client = browser(app, { ip: '192.0.2.1' })
  const match = (from = client) => from.post(`${base}/match`, { email: 'somebody@nowhere.example' })
  const company = (from = client) => from.post(`${base}/company`, { companyId: 'nowhere' })
  for (let time = 0; time < 10; time++) {
    expect((await match()).statusCode).not.toBe(429)
    expect((await company()).statusCode).not.toBe(429)
  }
  for (const refused of [await match(), await company()]) {
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'tooManyRequests'])
    expect(refused.headers).toMatchObject({ 'ratelimit-limit': '20', 'ratelimit-remaining': '0' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await match(browser(app, { ip: '192.0.2.2' }))).statusCode).not.toBe(429)
  clock.advance(60_000)
  expect((await match()).statusCode).not.toBe(429)
})
