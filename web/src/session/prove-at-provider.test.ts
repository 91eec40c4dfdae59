import { i18n } from '@lingui/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isLeavingForProof } from '../api/form/leaving-for-proof'
import { promptsBeforeUnload } from '../api/unload'
import { pendingLoginFor } from './external-login'
import { proveAtProvider } from './prove-at-provider'
import { beginSession, currentSession, leaveSession, startSession } from './session'
import { currentProofRequest, requestProof } from './step-up'

const tokens = {
  result: 'SUCCESS' as const,
  idToken: 'a.b.c',
  accessToken: 'a',
  tokenType: 'Bearer' as const,
  expiresIn: 3_600,
  logoutWhenIdle: false,
  idleSeconds: 1_209_600,
}
const assign = vi.fn()
/** The server's response about the provider; undefined for no response. */
let provided: object | undefined
let page: EventTarget

beforeEach(() => {
  assign.mockReset()
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  page = new EventTarget()
  for (const method of ['addEventListener', 'removeEventListener'] as const)
    vi.stubGlobal(method, page[method].bind(page))
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('location', { assign, pathname: '/users', search: '?q=mei' })
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage = () => undefined
    },
  )
  vi.stubGlobal('fetch', async (address: string) => {
    if (address === '/auth/v1/logout') return new Response(null, { status: 204 })
    if (provided === undefined) throw new TypeError('Failed to fetch')
    return Response.json(provided)
  })
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  startSession()
  beginSession(tokens)
})
afterEach(() => {
  leaveSession()
  vi.unstubAllGlobals()
})

test('G9: whoever came by a provider leaves for it, signed in still, to prove there anew who they are', async () => {
  provided = { provider: 'partner', name: 'Partner Engineering' }
  await proveAtProvider()
  expect(assign.mock.calls).toEqual([['/mgw/api/v2/federation/redirecttoexternallogin?provider=partner&prompt=login']])
  expect(pendingLoginFor('partner')).toEqual({
    provider: 'partner',
    name: 'Partner Engineering',
    intent: 'prove',
    nextUrl: '/users?q=mei',
    rememberMe: true,
  })
  expect(currentSession().at).toBe('signed-in')
})

test.each([
  ['until it is declined', () => currentProofRequest()?.answer(false)],
  ['until the page is shown again', () => page.dispatchEvent(new Event('pageshow'))],
])('on the way to a proof the browser does not ask about what is being saved, %s', async (_, end) => {
  provided = { provider: 'partner' }
  const isProved = requestProof()
  expect(isLeavingForProof()).toBe(false)
  await proveAtProvider()
  expect(isLeavingForProof()).toBe(true)
  // What is not being saved is asked about as ever.
  expect(promptsBeforeUnload()).toBe(true)
  end()
  expect(isLeavingForProof()).toBe(false)
  currentProofRequest()?.answer(false)
  expect(await isProved).toBe(false)
})

test('G9: whoever came by no provider signs in again, and nobody goes anywhere without an answer', async () => {
  provided = undefined
  await proveAtProvider()
  expect(assign).not.toHaveBeenCalled()
  expect(currentSession().at).toBe('signed-in')
  provided = {}
  await proveAtProvider()
  expect(assign.mock.calls).toEqual([['/login?next-url=%2Fusers%3Fq%3Dmei']])
})
