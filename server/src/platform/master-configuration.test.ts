import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

test('E7: where private providers may live is a host or a network, or the server does not start', () => {
  const privateProviderHosts = [
    'id.inside.example',
    'login',
    '10.1.2.3',
    '10.0.0.0/8',
    '[fd00::1]',
    'fd00::1',
    'fd00::/8',
  ]
  expect(read({ privateProviderHosts }).privateProviderHosts).toEqual(privateProviderHosts)
  for (const wrong of [
    '10.0.0.0/',
    '10.0.0.0/0',
    '10.0.0.0/33',
    '10.0.0.0/99',
    'fd00::/129',
    '::/0',
    '10.0.0',
    'https://id.inside.example',
    'id.inside.example/24',
    'ID.inside.example',
    '*.inside.example',
    '',
  ]) {
    expect(() => read({ privateProviderHosts: [wrong] }), wrong).toThrow(
      'MASTER_CONFIG: privateProviderHosts.0: it has to be the name of a host',
    )
  }
})

test('B6: proxies that are believed are addresses or networks, or the server does not start', () => {
  const trustedProxies = ['127.0.0.1', '172.16.0.0/12', '::1', 'fd00::/8']
  expect(read({ trustedProxies }).trustedProxies).toEqual(trustedProxies)
  for (const wrong of ['proxy.example.com', '10.0.0.0/99', '10.0.0.0/0', '10.0.0.0/', '1', 'loopback', '[::1]']) {
    expect(() => read({ trustedProxies: [wrong] }), wrong).toThrow(
      'MASTER_CONFIG: trustedProxies.0: a network is an IP address or a CIDR',
    )
  }
})

test('F4: other names of the server are written as a Host header has them, or the server does not start', () => {
  const hosts = ['portal.example', 'localhost:80', '10.0.0.7:8080', '[::1]', '[::1]:8080']
  expect(read({ hosts }).hosts).toEqual(hosts)
  for (const wrong of ['https://x.y', 'x.y/', 'x.y:', 'x.y:70000', 'X.y', '*.x.y', 'user@x.y', 'fd00::1', ':80', '']) {
    expect(() => read({ hosts: [wrong] }), wrong).toThrow('MASTER_CONFIG: hosts.0: a host is a name')
  }
})

test('E7: an address that a webhook is not sent to is refused at the start', () => {
  for (const webhookAddress of [
    'https://crm.inside.example:9000/hook',
    'http://127.0.0.1:9000/',
    'https://10.1.2.3/',
  ]) {
    expect(read({ webhookAddress }, secret).webhookAddress).toBe(webhookAddress)
  }
  for (const webhookAddress of [
    'http://crm.example',
    'ftp://crm.example/',
    'https://user:pass@crm.example/',
    'https://crm.example/#a',
    'https://169.254.169.254/',
    'crm.example',
  ]) {
    expect(() => read({ webhookAddress }, secret), webhookAddress).toThrow(/^MASTER_CONFIG: webhookAddress: /)
  }
})

test('regions are told apart and one is the default one, or the server does not start', () => {
  const region = (subdomain: string, isDefault?: boolean) => ({ subdomain, title: subdomain, isDefault })
  const subdomains = (regions: object[]) => read({ regions }).regions.map(({ subdomain }) => subdomain)
  expect(subdomains([region('eu'), region('us', true)])).toEqual(['eu', 'us'])
  expect(subdomains([region('app'), region('us')])).toEqual(['app', 'us'])
  for (const regions of [
    [],
    [region('eu'), region('us')],
    [region('eu', true), region('us', true)],
    [region('app', true), region('app')],
  ]) {
    expect(() => read({ regions }), JSON.stringify(regions)).toThrow(/^MASTER_CONFIG: regions: /)
  }
})

test('a password rule that no password could keep is refused at the start', () => {
  const most = { minimumLength: 256, minimumLowercase: 64, minimumUppercase: 64, minimumDigits: 64, minimumSymbols: 64 }
  expect(read({ passwordRequirements: most }).passwordRequirements).toEqual(most)
  expect(() => read({ passwordRequirements: { minimumDigits: 5_000 } })).toThrow(
    /^MASTER_CONFIG: passwordRequirements\.minimumDigits: /,
  )
})

test('J3: audit events are kept for a number of days that a calendar has, or the server does not start', () => {
  for (const auditRetentionDays of [1, 36_500])
    expect(read({ auditRetentionDays })).toMatchObject({ auditRetentionDays })
  for (const auditRetentionDays of [0, 36_501, 999_999_999]) {
    expect(() => read({ auditRetentionDays })).toThrow(/^MASTER_CONFIG: auditRetentionDays: /)
  }
})

test('the privacy policy that people agree to has a version', () => {
  expect(read({}).privacyPolicyVersion).toBe('1')
  expect(read({ privacyPolicyVersion: '2026-12' }).privacyPolicyVersion).toBe('2026-12')
  expect(() => read({ privacyPolicyVersion: '' })).toThrow(StartRefused)
})
