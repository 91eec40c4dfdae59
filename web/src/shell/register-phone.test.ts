import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PushPlugin } from '../native/push-registration'
import { registerPhone } from './register-phone'

/** The stubbed server: what it received, and its response. */
const sent: { url: string; body: unknown }[] = []
let status = 204
const network = globalThis.fetch

beforeEach(() => {
  sent.length = 0
  status = 204
  globalThis.fetch = async (url, request) => {
    sent.push({ url: String(url), body: JSON.parse(String(request?.body)) })
    return new Response(status === 204 ? null : '{"errors":[]}', { status })
  }
})

afterEach(() => {
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

test('a browser is never registered', async () => {
  await registerPhone('mei', { platform: 'web' }, phone('abc'))
  expect(sent).toEqual([])
})

test('a phone is registered once for whoever signs in, and again for the next person', async () => {
  await registerPhone('mei', { platform: 'ios' }, phone('abc'))
  await registerPhone('mei', { platform: 'ios' }, phone('abc'))
  await registerPhone('ola', { platform: 'android' }, phone('def'))
  expect(sent).toEqual([
    { url: '/mgw/api/v2/push/register', body: { Token: 'abc', DeviceType: 'ios' } },
    { url: '/mgw/api/v2/push/register', body: { Token: 'def', DeviceType: 'android' } },
  ])
})

test('who does not want messages is not registered, and nothing is reported', async () => {
  await registerPhone('kari', { platform: 'ios' }, phone('abc', 'denied'))
  expect(sent).toEqual([])
})
