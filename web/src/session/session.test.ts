import { i18n } from '@lingui/core'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentAuthenticator } from '../api/authenticator'
import { signInAsGuest } from '../portal/guest/guest-calls'
import { beginSession, currentSession, keepAlive, signOut, startSession } from './session'
import { signInAgain } from './sign-in-again'

const tokensOf = (sub: string, name: string, sid?: string) => ({
  result: 'SUCCESS' as const,
  idToken: `head.${Buffer.from(JSON.stringify({ sub, sid })).toString('base64url')}.${name}`,
  accessToken: name,
  tokenType: 'Bearer' as const,
  expiresIn: 600,
  logoutWhenIdle: true,
  idleSeconds: 3_600,
})

const answer = (status: number, body?: object) =>
  new Response(body === undefined ? null : JSON.stringify(body), { status })
const refused = (code: string) => answer(401, { errors: [{ status: '401', code, title: code }] })

const fetched = vi.fn<(address: string, init: { body?: string }) => Promise<Response>>()
const reload = vi.fn()
const assign = vi.fn()
const asked = () => fetched.mock.calls.map(([address, { body = '{}' }]) => [address, Object.keys(JSON.parse(body))])

/** Messages of other tabs on the session's channel. */
class Channel extends EventTarget {
  static latest: Channel | undefined
  said: unknown[] = []
  constructor() {
    super()
    Channel.latest = this
  }
  postMessage = (data: unknown) => this.said.push(data)
}

beforeEach(() => {
  fetched.mockReset()
  reload.mockReset()
  assign.mockReset()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('location', { reload, assign, pathname: '/sessions', search: '' })
  vi.stubGlobal('BroadcastChannel', Channel)
})
afterEach(() => vi.unstubAllGlobals())
// A session in the reloading state must not leak into the tests of other files.
afterAll(() => vi.resetModules())

test('a token that is not of the cookie’s session is left out of a second try before anybody is signed out', async () => {
  startSession()
  beginSession(tokensOf('mei', 'first'))
  fetched.mockResolvedValueOnce(refused('invalidToken'))
  fetched.mockResolvedValueOnce(answer(200, tokensOf('mei', 'second')))
  await keepAlive()
  expect(asked()).toEqual([
    ['/auth/v1/refresh', ['token']],
    ['/auth/v1/refresh', []],
  ])
  expect(currentSession()).toMatchObject({ at: 'signed-in', tokens: { accessToken: 'second' } })
  expect(reload).not.toHaveBeenCalled()
})

test('a session that is over signs out at the first word', async () => {
  startSession()
  beginSession(tokensOf('mei', 'first'))
  fetched.mockResolvedValueOnce(refused('sessionExpired'))
  await keepAlive()
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(currentSession()).toEqual({ at: 'signed-out' })
})

test('a browser that refuses locks, as it does where cookies are blocked, renews without one, and once', async () => {
  startSession()
  beginSession(tokensOf('mei', 'first'))
  const request = vi.fn(() => Promise.reject(new DOMException('The request was denied.', 'SecurityError')))
  vi.stubGlobal('navigator', { locks: { request } })
  fetched.mockResolvedValueOnce(answer(200, tokensOf('mei', 'second')))
  await keepAlive()
  expect(currentSession()).toMatchObject({ tokens: { accessToken: 'second' } })
  fetched.mockResolvedValueOnce(answer(502))
  await expect(keepAlive()).rejects.toThrow()
  expect(fetched).toHaveBeenCalledTimes(2)
  // A renewal that fails under a lock is not repeated without it.
  request.mockImplementation((async (_name: string, _options: object, run: (lock: object) => unknown) =>
    run({})) as never)
  fetched.mockResolvedValueOnce(answer(502))
  await expect(keepAlive()).rejects.toThrow()
  expect(fetched).toHaveBeenCalledTimes(3)
})

test('a guest link begins its own session in the place of whoever was signed in', async () => {
  startSession()
  beginSession(tokensOf('mei', 'first'))
  fetched.mockResolvedValueOnce(answer(200, tokensOf('guest', 'guest')))
  fetched.mockResolvedValueOnce(answer(200, { guestOf: 'p1' }))
  expect(await signInAsGuest('link')).toBe('/project-p1/')
  expect(asked().map(([address]) => address)).toEqual(['/mgw/api/v2/guest-login/link', '/mgw/api/v3/users/me'])
  expect(currentSession()).toMatchObject({ tokens: { accessToken: 'guest' } })
  expect(reload).not.toHaveBeenCalled()
})

test('an answer of before somebody signed in says nothing about them: they stay signed in', async () => {
  startSession()
  beginSession(tokensOf('mei', 'first'))
  fetched.mockResolvedValueOnce(refused('sessionExpired'))
  await keepAlive()
  let comes = (_answer: Response) => {}
  fetched.mockReturnValueOnce(
    new Promise((resolve) => {
      comes = resolve
    }),
  )
  const renewal = keepAlive()
  beginSession(tokensOf('mei', 'second'))
  comes(answer(204))
  await renewal
  expect(currentSession()).toMatchObject({ at: 'signed-in', tokens: { accessToken: 'second' } })
})

test('a token that is refused because the same person signed in again in this browser is replaced by the cookie’s', async () => {
  startSession()
  beginSession(tokensOf('mei', 'first', 's1'))
  const { onUnauthorized } = currentAuthenticator()
  const first = tokensOf('mei', 'first', 's1').idToken
  fetched.mockResolvedValueOnce(answer(200, tokensOf('mei', 'second', 's2')))
  // Calls that are refused at once, or later with the former token, cause no further renewal.
  expect(await Promise.all([onUnauthorized(first), onUnauthorized(first)])).toEqual([true, true])
  expect(await onUnauthorized(first)).toBe(true)
  // Without the refused token, which the server would take for a stolen one.
  expect(asked()).toEqual([['/auth/v1/refresh', []]])
  expect(currentSession()).toMatchObject({ at: 'signed-in', tokens: { accessToken: 'second' } })
  // However soon they sign in once more.
  fetched.mockResolvedValueOnce(answer(200, tokensOf('mei', 'third', 's3')))
  expect(await onUnauthorized(tokensOf('mei', 'second', 's2').idToken)).toBe(true)
  expect(currentSession()).toMatchObject({ at: 'signed-in', tokens: { accessToken: 'third' } })
})

test('of one session a single token is replaced: a server that refuses its successor, too, signs out', async () => {
  startSession()
  beginSession(tokensOf('mei', 'first', 's1'))
  const { onUnauthorized } = currentAuthenticator()
  fetched.mockResolvedValueOnce(answer(200, tokensOf('mei', 'second', 's1')))
  expect(await onUnauthorized(tokensOf('mei', 'first', 's1').idToken)).toBe(true)
  expect(await onUnauthorized(tokensOf('mei', 'second', 's1').idToken)).toBe(false)
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(currentSession()).toEqual({ at: 'signed-out' })
})

test('a token that is refused because its session is over signs out, and not before the server can tell', async () => {
  startSession()
  beginSession(tokensOf('mei', 'first', 's4'))
  const { onUnauthorized } = currentAuthenticator()
  const { idToken } = tokensOf('mei', 'first', 's4')
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(onUnauthorized(idToken)).rejects.toThrow()
  expect(currentSession()).toMatchObject({ at: 'signed-in', tokens: { accessToken: 'first' } })
  fetched.mockResolvedValueOnce(refused('sessionExpired'))
  expect(await onUnauthorized(idToken)).toBe(false)
  expect(currentSession()).toEqual({ at: 'signed-out' })
})

test.each([
  ['no answer comes', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the server fails', () => Promise.resolve(answer(502))],
])(
  'D8: where %s, nobody is signed out, here or in other tabs, or led to a sign-in that would find them still there',
  async (_, fails) => {
    startSession()
    beginSession(tokensOf('mei', 'first'))
    Channel.latest?.said.splice(0)
    fetched.mockImplementation(fails)
    i18n.loadAndActivate({ locale: 'en', messages: {} })
    await expect(signOut()).rejects.toThrow()
    await signInAgain()
    expect(currentSession()).toMatchObject({ at: 'signed-in', tokens: { accessToken: 'first' } })
    expect(Channel.latest?.said).toEqual([])
    expect(assign).not.toHaveBeenCalled()

    fetched.mockImplementation(() => Promise.resolve(answer(204)))
    await signInAgain()
    expect(currentSession()).toEqual({ at: 'signed-out' })
    expect(Channel.latest?.said).toEqual([{ at: 'signed-out' }])
    expect(assign.mock.calls).toEqual([['/login?next-url=%2Fsessions']])
  },
)

// Must be last: a reloading page ignores everything.
test('another tab’s sign-in of somebody else loads the page anew instead of showing them what was read for the first', async () => {
  startSession()
  beginSession(tokensOf('mei', 'first'))
  const theirs = { at: 'signed-in', tokens: tokensOf('ola', 'other'), endsAt: 1 }
  Channel.latest?.dispatchEvent(new MessageEvent('message', { data: theirs }))
  expect(reload).toHaveBeenCalledOnce()
  expect(currentSession()).toMatchObject({ tokens: { accessToken: 'first' } })
  fetched.mockResolvedValueOnce(refused('sessionExpired'))
  Channel.latest?.said.splice(0)
  await keepAlive()
  // No call of the first person is repeated as the second.
  fetched.mockResolvedValueOnce(answer(200, tokensOf('ola', 'other')))
  expect(await currentAuthenticator().onUnauthorized(tokensOf('mei', 'first').idToken)).toBe(false)
  expect(Channel.latest?.said).toEqual([])
})
