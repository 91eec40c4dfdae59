import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { browser } from '../../../test/browser'
import { cityDatabase } from '../../../test/city-database'
import { world } from '../../../test/world'

const folder = mkdtempSync(join(tmpdir(), 'lintel-cities-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'cities.mmdb')
writeFileSync(path, cityDatabase({ '203.0.113.0/24': 'Tromsø', '198.51.100.128/25': 'Porto' }))

const unlimited = { calls: 1_000_000, seconds: 60 }
const rates = { general: unlimited, signIn: unlimited }

/** The cities of the sessions of a person who signs in from these addresses, most recent first. */
async function citiesOf({ app }: Awaited<ReturnType<typeof world>>, addresses: readonly string[]) {
  let bearer = ''
  for (const ip of addresses) {
    const body = { username: 'mei@nordbygg.example', password: demoPassword }
    const answer = await browser(app, { ip }).post('/auth/v1/login', body)
    expect(answer.statusCode).toBe(200)
    bearer = answer.json().idToken
  }
  const listed = await browser(app).get('/auth/v1/sessions', { authorization: `Bearer ${bearer}` })
  return listed.json().sessions.map(({ ip, city }: { ip: string; city: string | null }) => [ip, city])
}
const addresses = ['203.0.113.7', '198.51.100.200', '198.51.100.5', '2001:db8::1']

test('a place has its city where the operator’s database knows the address', async () => {
  const cities = await citiesOf(await world({ rates, cityDatabase: path }), addresses)
  expect(cities).toEqual([
    ['2001:db8::1', null],
    ['198.51.100.5', null],
    ['198.51.100.200', 'Porto'],
    ['203.0.113.7', 'Tromsø'],
  ])
})

test('without a database, or with one that cannot be read, places have no city and are listed all the same', async () => {
  expect(await citiesOf(await world({ rates }), ['203.0.113.7'])).toEqual([['203.0.113.7', null]])
  const broken = join(folder, 'broken.mmdb')
  writeFileSync(broken, 'no database')
  for (const cityDatabase of [join(folder, 'nowhere.mmdb'), broken]) {
    const opened = await world({ rates, cityDatabase })
    expect(await citiesOf(opened, ['203.0.113.7', '203.0.113.8'])).toEqual([
      ['203.0.113.8', null],
      ['203.0.113.7', null],
    ])
    expect(opened.log.filter((line) => line.includes('cityDatabase'))).toHaveLength(1)
  }
})
