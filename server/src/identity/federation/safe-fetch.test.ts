import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { type AddressPolicy, addressViolation, mayReach } from '../../platform/outbound-address'
import { ProviderUnreachable, safeFetch } from './safe-fetch'

const outside: AddressPolicy = { loopback: false, privateHosts: [] }
const local: AddressPolicy = { loopback: true, privateHosts: [] }

let failures = 0
const server = createServer((request, response) => {
  if (failures > 0) {
    failures--
    return request.socket.resetAndDestroy()
  }
  response.setHeader('content-type', 'application/json')
  return response.end(JSON.stringify({ host: request.headers.host }))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())
const { port } = server.address() as AddressInfo

const get = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const
const soon = () => performance.now() + 30_000

test('E7: an issuer lives at https, on an ordinary port, without a name or a fragment in its address', () => {
  expect(addressViolation('https://login.example.com/tenant', outside)).toBeUndefined()
  expect(addressViolation('https://login.example.com:8443/', outside)).toBeUndefined()
  for (const address of [
    'http://login.example.com/',
    'https://login.example.com:22/',
    'https://somebody@login.example.com/',
    'https://login.example.com/#part',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'nonsense',
  ]) {
    expect(addressViolation(address, outside)).toBeTypeOf('string')
  }
})

test('E7: plain http is for loopback in the local environment only', () => {
  expect(addressViolation('http://localhost:3000/', local)).toBeUndefined()
  expect(addressViolation('http://localhost:3000/', outside)).toBeTypeOf('string')
  expect(addressViolation('http://login.example.com/', local)).toBeTypeOf('string')
})

test('E7: addresses inside are not reached, however they are written', () => {
  for (const host of [
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '224.0.0.1',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:10.0.0.1]',
    '[64:ff9b::a00:1]',
    '[fe80::1]',
    '[fd00::1]',
    '[fd00:ec2::254]',
  ]) {
    expect(addressViolation(`https://${host}/`, outside), host).toBeTypeOf('string')
  }
  expect(addressViolation('https://93.184.216.34/', outside)).toBeUndefined()
  expect(addressViolation('https://[2606:2800:220:1::1]/', outside)).toBeUndefined()
})

test('E7: the operator lets hosts and networks in, but never where clouds keep their secrets', () => {
  const policy = { loopback: false, privateHosts: ['id.inside.example', '10.20.0.0/16', '169.254.0.0/16'] }
  expect(mayReach('10.99.0.1', 'id.inside.example', policy)).toBe(true)
  expect(mayReach('10.20.3.4', 'other.example', policy)).toBe(true)
  expect(mayReach('10.21.3.4', 'other.example', policy)).toBe(false)
  expect(mayReach('169.254.169.254', 'id.inside.example', policy)).toBe(false)
  expect(mayReach('fd00:ec2::254', 'id.inside.example', policy)).toBe(false)
  for (const entry of ['10.0.0.0/', '10.0.0.0/0', '10.0.0.0/99']) {
    expect(mayReach('10.20.3.4', 'other.example', { loopback: false, privateHosts: [entry] }), entry).toBe(false)
  }
})

test('E7: a name is resolved by us, and one forbidden address among several forbids it', async () => {
  const resolve = async () => [
    { address: '93.184.216.34', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ]
  const call = safeFetch(outside, soon(), resolve)('https://login.example.com/', get)
  await expect(call).rejects.toThrow(ProviderUnreachable)
  await expect(call).rejects.toThrow('10.0.0.1')
})

test('E7: a name that points at loopback is refused even where loopback is allowed', async () => {
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  const call = safeFetch(local, soon(), resolve)(`https://login.example.com:8443/`, get)
  await expect(call).rejects.toThrow('127.0.0.1, which is not allowed')
})

test('E7: the connection goes to the address that was checked, whatever the name says next', async () => {
  let asked = 0
  const resolve = async () => {
    asked++
    return [{ address: asked === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
  }
  const answer = await safeFetch(local, soon(), resolve)(`http://pinned.localhost:${port}/`, get)
  expect(await answer.json()).toEqual({ host: `pinned.localhost:${port}` })
  expect(asked).toBe(1)
})

test('E8: a lookup that never answers is given up with everything else', async () => {
  const never = () => new Promise<never>(() => undefined)
  const call = safeFetch(outside, performance.now() + 300, never)('https://login.example.com/', get)
  await expect(call).rejects.toThrow(ProviderUnreachable)
})

test('E8: a connection that was reset is tried once more, and only a read', async () => {
  const fetch = safeFetch(local, soon())
  const address = `http://127.0.0.1:${port}/`
  failures = 1
  expect((await fetch(address, get)).status).toBe(200)
  failures = 2
  await expect(fetch(address, get)).rejects.toThrow(ProviderUnreachable)
  failures = 1
  await expect(fetch(address, { ...get, method: 'POST', body: new URLSearchParams('a=b') })).rejects.toThrow()
  expect(failures).toBe(0)
})
