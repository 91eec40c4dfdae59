import { emailMatcher } from '@lintel/contract/customers/email-regex'
import { expect, test } from 'vitest'
import { forcedProviderFinder } from './forced-provider'

const colors = { icon: null, color: '#000000', textColor: '#ffffff' }
const partner = { provider: 'partner', name: 'Partner', emailRegex: '.+@partner\\.example', ...colors }
const plain = { provider: 'plain', name: 'Plain', emailRegex: null, ...colors }
const hidden = { provider: 'hidden', name: 'Hidden', ...colors }

/** A server that knows one hidden provider, can be made to fail, and records its requests. */
function startFakeServer() {
  const fakeServer = { requests: [] as string[], fails: false, time: 1_000 }
  const find = forcedProviderFinder({
    matcherOf: async (expression) => emailMatcher(expression),
    askServer: async (email) => {
      fakeServer.requests.push(email)
      if (fakeServer.fails) throw new Error('429')
      return email.endsWith('@hidden.example') ? hidden : undefined
    },
    now: () => fakeServer.time,
  })
  return { fakeServer, find: (email: string) => find(email, [plain, partner]) }
}

test('an address of a shown provider is forced to it, and no server is asked', async () => {
  const { fakeServer: server, find } = startFakeServer()
  expect(await find('Ravi@Partner.example ')).toBe(partner)
  expect(server.requests).toEqual([])
})

test('S11: what only a hidden provider would match is asked of the server, once an address', async () => {
  const { fakeServer: server, find } = startFakeServer()
  expect(await find('a@hidden.example')).toBe(hidden)
  expect(await find('A@hidden.example')).toBe(hidden)
  expect(await find('a@elsewhere.example')).toBeUndefined()
  expect(await find('a@elsewhere.example')).toBeUndefined()
  expect(server.requests).toEqual(['a@hidden.example', 'a@elsewhere.example'])
})

test('what is no address yet is not asked about', async () => {
  const { fakeServer: server, find } = startFakeServer()
  for (const typed of ['', 'a', 'a@hidden', '@hidden.example']) expect(await find(typed)).toBeUndefined()
  expect(server.requests).toEqual([])
})

test('a server that was asked too often is left alone for half a minute, and nobody is forced meanwhile', async () => {
  const { fakeServer: server, find } = startFakeServer()
  server.fails = true
  expect(await find('a@hidden.example')).toBeUndefined()
  server.fails = false
  server.time += 29_999
  expect(await find('a@hidden.example')).toBeUndefined()
  expect(await find('a@partner.example')).toBe(partner)
  server.time += 1
  expect(await find('a@hidden.example')).toBe(hidden)
  expect(server.requests).toHaveLength(2)
})
