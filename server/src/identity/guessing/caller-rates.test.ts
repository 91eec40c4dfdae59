import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { demoPassword } from '../../../demo/credentials'
import { browser } from '../../../test/browser'
import { testDatabase } from '../../../test/test-database'
import { world } from '../../../test/world'
import { clientAddress } from '../../platform/client-address'
import { removeExpired } from '../remove-expired.store'
import { CallerRates } from './caller-rates'

const { app, db, clock, platform } = await world({ trustedProxies: ['10.0.0.1'], rates: {} })
const minute = 60_000

describe('B4: one client', () => {
  test('B4: is an IPv4 address, or a /64 of IPv6, however it is written', () => {
    expect(clientAddress('192.0.2.7')).toBe('192.0.2.7')
    expect(clientAddress('::ffff:192.0.2.7')).toBe('192.0.2.7')
    expect(clientAddress('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(clientAddress('2001:0db8:0001:0002::1')).toBe('2001:db8:1:2::/64')
    expect(clientAddress('2001:db8::1')).toBe('2001:db8:0:0::/64')
    expect(clientAddress('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
    expect(clientAddress('::1')).toBe('0:0:0:0::/64')
  })
})

test('B4: thirty failed sign-ins in ten minutes are all an address has; right ones are free', async () => {
  const client = browser(app, { ip: '192.0.2.1' })
  const tryTo = (email: string, password: string, from = client) =>
    from.post('/auth/v1/login', { username: email, password })
  for (let failure = 0; failure < 29; failure++) {
    expect((await tryTo(`nobody${failure}@nowhere.example`, 'wrong')).statusCode).toBe(401)
  }
  for (let time = 0; time < 3; time++) expect((await tryTo('mei@nordbygg.example', demoPassword)).statusCode).toBe(200)
  expect((await tryTo('nobody@nowhere.example', 'wrong')).statusCode).toBe(401)
  // A browser unknown to the account: a known one would be exempt.
  const refused = await tryTo('mei@nordbygg.example', demoPassword, browser(app, { ip: '192.0.2.1' }))
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'tooManyRequests'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500)
  expect(refused.headers).toMatchObject({ 'ratelimit-limit': '30', 'ratelimit-remaining': '0' })
  expect((await tryTo('mei@nordbygg.example', demoPassword, browser(app, { ip: '192.0.2.2' }))).statusCode).toBe(200)
  clock.advance(10 * minute)
  expect((await tryTo('mei@nordbygg.example', demoPassword)).statusCode).toBe(200)
})

test('B4: failures at once do not slip through', async () => {
  const client = browser(app, { ip: '192.0.2.3' })
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      client.post('/auth/v1/mfa/verify', { session: 'x', username: `${at}@b.example`, code: '1' }),
    ),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(30)
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(30)
})

test('B4: anything else has six hundred calls a minute', async () => {
  const client = browser(app, { ip: '2001:db8::1' })
  const neighbour = browser(app, { ip: '2001:db8::2' })
  const answers = await Promise.all(Array.from({ length: 600 }, () => client.get('/.well-known/jwks.json')))
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  expect((await neighbour.get('/.well-known/jwks.json')).statusCode).toBe(429)
  clock.advance(minute)
  expect((await neighbour.get('/.well-known/jwks.json')).statusCode).toBe(200)
})

test('B5: counts survive the death of a server and are shared between servers', async () => {
  const [one, two] = [0, 1].map(() => new CallerRates({ ...platform, log: pino({ level: 'silent' }) }))
  if (!one || !two) throw new Error('Two are needed')
  const ip = '192.0.2.4'
  const now = clock.now()
  for (let call = 0; call < 20; call++) await one.consume('providerMatch', ip, now)
  await one.save(now)
  await expect(new CallerRates(platform).consume('providerMatch', ip, now)).rejects.toMatchObject({
    code: 'tooManyRequests',
  })
  const other = '192.0.2.5'
  for (const rates of [one, two]) for (let call = 0; call < 10; call++) await rates.consume('providerMatch', other, now)
  await one.save(now)
  await two.save(now)
  await expect(two.consume('providerMatch', other, now)).rejects.toMatchObject({ code: 'tooManyRequests' })
  const { calls } = await db
    .selectFrom('address_rate')
    .select('calls')
    .where('address', '=', other)
    .executeTakeFirstOrThrow()
  expect(calls).toBe(20)
})

test('B5: counts that are over are swept, and of the others a hundred thousand stay', async () => {
  // A separate database: the server saves its own counts to the other one at any time.
  const { db } = await testDatabase()
  const at = new Date(clock.now()).toISOString()
  await sql`insert into address_rate (rate, address, started_at, ends_at, calls)
    select 'general', 'flood ' || n, ${at}, ${at}::timestamptz + n * interval '1 second', 1
    from generate_series(-5, 100010) as n`.execute(db)
  await removeExpired(db, clock.now())
  const { rows } = await sql<{ address: string }>`select address from address_rate order by ends_at`.execute(db)
  const addresses = new Set(rows.map(({ address }) => address))
  expect(rows).toHaveLength(100_000)
  expect(addresses.has('flood -1')).toBe(false)
  expect(addresses.has('flood 5')).toBe(false)
  expect(addresses.has('flood 100010')).toBe(true)
})

describe('B6: whose address it is', () => {
  const from = async (ip: string, forwarded: string) => {
    await browser(app, { ip }).post(
      '/auth/v1/login',
      { username: 'b6@nowhere.example', password: 'x' },
      { 'x-forwarded-for': forwarded },
    )
    const { ip: told } = await db
      .selectFrom('audit_event')
      .select('ip')
      .where('actor_email', '=', 'b6@nowhere.example')
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return told
  }
  test('B6: a trusted proxy is believed', async () =>
    expect(await from('10.0.0.1', '198.51.100.7')).toBe('198.51.100.7'))
  test('B6: anybody else is not', async () => expect(await from('192.0.2.9', '198.51.100.7')).toBe('192.0.2.9'))
  test('B6: what is no address counts as none', async () => expect(await from('10.0.0.1', 'garbage')).toBe('10.0.0.1'))
})

test('B4: a call is taken back in the window that it was counted in, and leaves the next one as it is', async () => {
  const rates = new CallerRates(platform)
  const now = clock.now()
  const giveBack = await rates.consume('signIn', '192.0.2.77', now)
  const later = now + 10 * minute
  const calls = Array.from({ length: 30 }, () => rates.consume('signIn', '192.0.2.77', later))
  await Promise.all(calls)
  giveBack()
  await expect(rates.consume('signIn', '192.0.2.77', later)).rejects.toMatchObject({ code: 'tooManyRequests' })
})
