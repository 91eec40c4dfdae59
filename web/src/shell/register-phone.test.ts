import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PushPlugin } from '../native/push-registration'
import type { registerPhone as RegisterPhone } from './register-phone'

/** The stubbed server: what it received, and its response. */
const sent: { url: string; body: unknown }[] = []
let status = 204
const register = '/mgw/api/v2/push/register'
const network = globalThis.fetch

let registerPhone: typeof RegisterPhone

beforeEach(async () => {
  // A page sends a limited number of reports: those of other test files must not count.
  vi.resetModules()
  ;({ registerPhone } = await import('./register-phone'))
  sent.length = 0
  status = 204
  globalThis.fetch = async (url, request) => {
    sent.push({ url: String(url), body: JSON.parse(String(request?.body)) })
    if (status === 204) return new Response(null, { status })
    return Response.json({ errors: [{ status: String(status), code: 'forbidden', title: '' }] }, { status })
  }
})

afterEach(() => {
  vi.unstubAllGlobals()
  globalThis.fetch = network
})

const phone =
  (token: string, decision: 'granted' | 'denied' = 'granted') =>
  async (): Promise<PushPlugin> => {
    let heard: (said: { value: string } & { error: string }) => void = () => {}
    return {
      checkPermissions: async () => ({ receive: decision }),
      requestPermissions: async () => ({ receive: decision }),
      addListener: async (event: string, listener: typeof heard) => {
        if (event === 'registration') heard = listener
        return { remove: async () => {} }
      },
      register: async () => heard({ value: token, error: '' }),
    }
  }

const person = (id: string, restriction: Parameters<typeof RegisterPhone>[0]['restriction'] = null) => ({
  id,
  restriction,
})

test('a browser is never registered', async () => {
  await registerPhone(person('mei'), { platform: 'web' }, phone('abc'))
  expect(sent).toEqual([])
})

test('a phone is registered once for whoever signs in, and again for the next person', async () => {
  await registerPhone(person('mei'), { platform: 'ios' }, phone('abc'))
  await registerPhone(person('mei'), { platform: 'ios' }, phone('abc'))
  await registerPhone(person('ola'), { platform: 'android' }, phone('def'))
  expect(sent).toEqual([
    { url: register, body: { Token: 'abc', DeviceType: 'ios' } },
    { url: register, body: { Token: 'def', DeviceType: 'android' } },
  ])
})

test('who does not want messages is not registered, and nothing is reported', async () => {
  await registerPhone(person('kari'), { platform: 'ios' }, phone('abc', 'denied'))
  expect(sent).toEqual([])
})

test('a phone that the server refuses is reported, and registered the next time', async () => {
  vi.stubGlobal('location', { origin: 'https://lintel.example', pathname: '/' })
  vi.stubGlobal('navigator', { maxTouchPoints: 5, language: 'en' })
  status = 403
  await registerPhone(person('nadia'), { platform: 'ios' }, phone('abc'))
  await expect.poll(() => sent.map(({ url }) => url)).toEqual([register, '/mgw/api/v2/client/log'])
  sent.length = 0
  status = 204
  await registerPhone(person('nadia'), { platform: 'ios' }, phone('abc'))
  await registerPhone(person('nadia'), { platform: 'ios' }, phone('abc'))
  expect(sent).toEqual([{ url: register, body: { Token: 'abc', DeviceType: 'ios' } }])
})

test.each(['password', 'secondFactor'] as const)(
  'a phone is not registered before what is required of its person (%s), and is after it',
  async (restriction) => {
    const id = `restricted by ${restriction}`
    await registerPhone(person(id, restriction), { platform: 'ios' }, phone('abc'))
    expect(sent).toEqual([])
    await registerPhone(person(id), { platform: 'ios' }, phone('abc'))
    expect(sent.map(({ url }) => url)).toEqual([register])
  },
)
