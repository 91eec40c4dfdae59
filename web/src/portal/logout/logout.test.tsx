import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderHook } from '../../../test/render-hook'
import { recordResponse } from '../../api/connection'
import { createQueryClient } from '../../api/query-client'
import { beginSession, currentSession, leaveSession, startSession } from '../../session/session'
import { LogoutScreen } from './logout'
import { type LogoutStage, useLogout } from './use-logout'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const renderText = (stage: LogoutStage) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <LogoutScreen stage={stage} />
    </I18nProvider>,
  )

const tokens = {
  result: 'SUCCESS' as const,
  idToken: 'a.b.c',
  accessToken: 'a',
  tokenType: 'Bearer' as const,
  expiresIn: 3_600,
  logoutWhenIdle: true,
  idleSeconds: 3_600,
}
const provider = { name: 'Nordbygg', logoutUri: 'https://sign-in.nordbygg.example/logout' }

/** The server's response to a sign-out: none, or this status. */
let logout: 'lost' | number
/** The response to the request for the provider. */
let federationSession: 'lost' | object
/** No request gets a response. */
let isServerUnavailable: boolean
const requests: string[] = []
const broadcasts: unknown[] = []
const logoutRequestCount = () => requests.filter((address) => address === '/auth/v1/logout').length
const replace = vi.fn()

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function pressRetry(stage: () => LogoutStage | undefined) {
  const now = stage()
  if (now?.at === 'failed') now.retry()
}

/** Opens the sign-out page of a signed-in user; returns its stage. */
function openLogout() {
  const currentStage = renderHook(createQueryClient(), useLogout)
  Object.assign(document, { cookie: '', documentElement: { dataset: {} } })
  return { stage: currentStage, isAt: (at: LogoutStage['at']) => expect.poll(() => currentStage()?.at).toBe(at) }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  requests.length = 0
  broadcasts.length = 0
  replace.mockReset()
  federationSession = {}
  isServerUnavailable = false
  vi.stubGlobal('location', { replace })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      constructor(readonly name: string) {
        super()
      }
      postMessage = (data: unknown) => this.name === 'lintel-session' && broadcasts.push(data)
    },
  )
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address)
    const response =
      address === '/auth/v1/logout' ? logout : address.endsWith('/federation/session') ? federationSession : 200
    if (isServerUnavailable || response === 'lost') throw new TypeError('Failed to fetch')
    return typeof response === 'number' ? new Response(null, { status: response }) : Response.json(response)
  })
  startSession()
  beginSession(tokens)
  broadcasts.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  leaveSession()
})

test.each(['lost', 502] as const)(
  'D8: after an answer that is %s nobody is told that they are signed out, in no tab',
  async (response) => {
    logout = response
    const { stage, isAt } = openLogout()
    await isAt('failed')
    expect(currentSession().at).toBe('signed-in')
    expect(broadcasts).toEqual([])
    expect(replace).not.toHaveBeenCalled()

    logout = 204
    pressRetry(stage)
    await isAt('done')
    expect(currentSession().at).toBe('signed-out')
    expect(broadcasts).toEqual([{ at: 'signed-out' }])
    await advance(3_000)
    expect(replace.mock.calls).toEqual([['/']])
  },
)

test('D8: it is asked again by itself until the server has ended the session, and goes on at the provider', async () => {
  logout = 'lost'
  federationSession = 'lost'
  isServerUnavailable = true
  const { stage, isAt } = openLogout()
  await isAt('failed')
  // A retry that waited for the network before the button was pressed does not block a later one.
  await advance(3_000)
  pressRetry(stage)
  await expect.poll(logoutRequestCount).toBe(2)
  await expect.poll(stage).toMatchObject({ isRetrying: false })

  logout = 204
  federationSession = provider
  isServerUnavailable = false
  recordResponse()
  await advance(3_000)
  await isAt('done')
  expect(stage()).toEqual({ at: 'done', next: { address: provider.logoutUri, provider: 'Nordbygg' } })
  expect(logoutRequestCount()).toBe(3)
})

test('D8: whose answer was lost after the session ended is led on to the provider as well', async () => {
  logout = 'lost'
  federationSession = provider
  const { stage, isAt } = openLogout()
  await isAt('failed')
  logout = 204
  federationSession = 'lost'
  pressRetry(stage)
  await isAt('done')
  expect(stage()).toMatchObject({ next: { provider: 'Nordbygg' } })
})

test('D8: only where the session is over it says so, and leads to the sign-in', () => {
  const over = renderText({ at: 'done', next: { address: '/', provider: undefined } })
  expect(over).toContain('You are signed out')
  expect(over).toContain('href="/login"')
  const unended = renderText({ at: 'failed', isRetrying: false, retry: () => undefined })
  expect(unended).toContain('You are still signed in')
  expect(unended).toContain('Try again')
  for (const html of [unended, renderText({ at: 'pending' })]) expect(html).not.toContain('href="/login"')
  expect(renderText({ at: 'pending' })).not.toContain('You are signed out')
})
