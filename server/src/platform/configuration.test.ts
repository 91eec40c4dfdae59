import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfiguration } from './configuration'
import { StartRefused } from './start-refused'

const directory = mkdtempSync(join(tmpdir(), 'lintel-configuration-'))
afterAll(() => rmSync(directory, { recursive: true }))

const read = (master: object, env: Record<string, string> = {}) => {
  const file = join(directory, 'master.json')
  writeFileSync(file, JSON.stringify(master))
  return readConfiguration({ MASTER_CONFIG: file, ...env })
}
const secret = { WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}` }

test('the links to the stores are https, or the server does not start', () => {
  const storeLinks = { ios: 'https://apps.example/lintel', android: 'https://play.example/lintel' }
  expect(read({ storeLinks }).storeLinks).toEqual(storeLinks)
  for (const ios of ['http://apps.example/lintel', 'javascript:alert(1)', 'itms-apps://x', 'apps.example']) {
    expect(() => read({ storeLinks: { ios } })).toThrow(StartRefused)
  }
})

test('a webhook is signed: without a secret for it the server does not start', () => {
  const webhookAddress = 'https://crm.example/leads'
  expect(read({ webhookAddress }, secret)).toMatchObject({ webhookAddress, webhookSecret: secret.WEBHOOK_SECRET })
  expect(() => read({ webhookAddress })).toThrow(/WEBHOOK_SECRET is missing/)
  for (const WEBHOOK_SECRET of ['hunter2', 'whsec_short', `whsec_${'?'.repeat(40)}`]) {
    expect(() => read({ webhookAddress }, { WEBHOOK_SECRET })).toThrow(/WEBHOOK_SECRET/)
  }
})

test('H2: other origins are listed exactly, or the server does not start', () => {
  const allowedOrigins = ['https://reports.example', 'http://localhost:3000']
  expect(read({ allowedOrigins }).allowedOrigins).toEqual(allowedOrigins)
  expect(read({}).allowedOrigins).toEqual([])
  for (const origin of [
    '*',
    'null',
    'https://*.example',
    'https://reports.example/',
    'https://reports.example/page',
    'https://Reports.example',
    'https://reports.example:443',
    'reports.example',
    'file:///reports',
  ]) {
    expect(() => read({ allowedOrigins: [origin] }), origin).toThrow(
      'MASTER_CONFIG: allowedOrigins.0: an origin is scheme, host and port',
    )
  }
})

test('B4: a request rate is set by a name that exists, or the server does not start', () => {
  const rate = { calls: 5, seconds: 60 }
  expect(read({ rates: { signIn: rate, invite: rate } }).rates).toEqual({ signIn: rate, invite: rate })
  expect(read({}).rates).toEqual({})
  expect(() => read({ rates: { signin: rate } })).toThrow(
    'MASTER_CONFIG: rates: there is no rate named signin, only general, signIn, resetRequest, providerMatch, providerSetup, guestLogin, clientLog, invite',
  )
  expect(() => read({ rates: { signIn: { calls: 5 } } })).toThrow(/^MASTER_CONFIG: rates\.signIn\.seconds: /)
})

test('DNS servers are addresses, or the server does not start', () => {
  const dnsServers = ['192.0.2.1', '[2001:db8::1]:5353']
  expect(read({ dnsServers }).dnsServers).toEqual(dnsServers)
  expect(read({}).dnsServers).toEqual([])
  expect(() => read({ dnsServers: ['dns.example'] })).toThrow(
    'MASTER_CONFIG: dnsServers.0: a DNS server is an IP address',
  )
})

test('a second login without the first is refused', () => {
  const DATABASE_ADMIN_URL = 'postgres://owner@db.example/lintel'
  const DATABASE_URL = 'postgres://lintel@db.example/lintel'
  expect(read({}, { DATABASE_URL, DATABASE_ADMIN_URL }).databaseAdminUrl).toBe(DATABASE_ADMIN_URL)
  expect(() => read({}, { DATABASE_ADMIN_URL })).toThrow(/^DATABASE_ADMIN_URL is set without DATABASE_URL/)
})

test('the address of a bucket that cannot be read is refused at the start, without its secret', () => {
  const OBJECT_STORE_URL = 's3://key:secret@storage.example/files'
  expect(read({}, { OBJECT_STORE_URL }).objectStoreUrl).toBe(OBJECT_STORE_URL)
  const wrong = { OBJECT_STORE_URL: 's3://key:secret@storage.example' }
  expect(() => read({}, wrong)).toThrow(/^OBJECT_STORE_URL has to be s3:/)
  expect(() => read({}, wrong)).not.toThrow(/secret@storage/)
})

test('the privacy policy that people agree to has a version', () => {
  expect(read({}).privacyPolicyVersion).toBe('1')
  expect(read({ privacyPolicyVersion: '2026-12' }).privacyPolicyVersion).toBe('2026-12')
  expect(() => read({ privacyPolicyVersion: '' })).toThrow(StartRefused)
})

test('an empty variable is an unset one: compose.yaml passes every variable that it knows', () => {
  const compose = readFileSync(join(import.meta.dirname, '../../../compose.yaml'), 'utf8')
  const passed = [...compose.matchAll(/^ +(\w+): \$\{\1:-\}$/gm)].map(([, name = '']) => name)
  expect(passed).toEqual(expect.arrayContaining(['MAIL_FROM', 'MASTER_CONFIG', 'METRICS_TOKEN', 'WEBHOOK_SECRET']))
  expect(readConfiguration(Object.fromEntries(passed.map((name) => [name, ''])))).toEqual(readConfiguration({}))
})
