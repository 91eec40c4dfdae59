import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const sessionOf = (sub: string) => ({
  result: 'SUCCESS' as const,
  idToken: `head.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.${sub}`,
  accessToken: sub,
  tokenType: 'Bearer' as const,
  expiresIn: 600,
  logoutWhenIdle: true,
  idleSeconds: 3_600,
})

const office = (id: string) => ({ id, name: id, loginMethods: [] })

/** The modules under test, freshly imported: the session of another test may be in the reloading state. */
async function signedInAs(person: string) {
  vi.resetModules()
  const [early, last, session] = [
    await import('./prefetch-console'),
    await import('./last-customer'),
    await import('./session'),
  ]
  session.beginSession(sessionOf(person))
  return { ...early, ...last, beginSession: session.beginSession }
}

/** Responses that wait until the test releases them. */
let letGo: () => void
let chosen: string | undefined
let offices: string[]
const stored = new Map<string, string>()
const storage = {
  removeItem: (key: string) => stored.delete(key),
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
}

beforeEach(() => {
  stored.clear()
  chosen = 'syd'
  offices = ['nord', 'syd']
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  vi.stubGlobal('location', { reload: () => {} })
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('fetch', async (address: string) => {
    await gate
    if (address.includes('users/me')) return Response.json({ customerAdminFor: offices.map(office) })
    return Response.json({
      data: chosen ? [{ id: 'active-customer', attributes: { value: { customer: chosen } } }] : [],
    })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  // Prefetched responses must not leak into other tests.
  vi.resetModules()
})

test('of the customer that the console was about last it is asked at once, of another one when that is known', async () => {
  const { prefetchConsole, lastCustomer, rememberCustomer } = await signedInAs('anna')
  rememberCustomer('nord')
  const asked: string[] = []
  const done = prefetchConsole((customer) => asked.push(customer))
  expect(asked).toEqual(['nord'])
  letGo()
  await done
  expect(asked).toEqual(['nord', 'syd'])
  expect(lastCustomer()).toBe('syd')
})

test('it is asked once where the customer is the one that was remembered', async () => {
  const { prefetchConsole, rememberCustomer } = await signedInAs('anna')
  rememberCustomer('syd')
  const asked: string[] = []
  letGo()
  await prefetchConsole((customer) => asked.push(customer))
  expect(asked).toEqual(['syd'])
})

test('whoever administers none any more is asked of none the next time', async () => {
  const { prefetchConsole, lastCustomer, rememberCustomer } = await signedInAs('anna')
  rememberCustomer('nord')
  offices = []
  letGo()
  const asked: string[] = []
  await prefetchConsole((customer) => asked.push(customer))
  expect(asked).toEqual(['nord'])
  expect(lastCustomer()).toBeUndefined()
})

test('what was remembered of somebody else counts for nobody', async () => {
  const { prefetchConsole, beginSession, lastCustomer, rememberCustomer } = await signedInAs('anna')
  rememberCustomer('nord')
  beginSession(sessionOf('mei'))
  expect(lastCustomer()).toBeUndefined()
  const asked: string[] = []
  const done = prefetchConsole((customer) => asked.push(customer))
  expect(asked).toEqual([])
  letGo()
  await done
  expect(asked).toEqual(['syd'])
})

test('a browser that stores nothing asks when the customer is known', async () => {
  const { prefetchConsole } = await signedInAs('anna')
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  const asked: string[] = []
  letGo()
  await prefetchConsole((customer) => asked.push(customer))
  expect(asked).toEqual(['syd'])
})
