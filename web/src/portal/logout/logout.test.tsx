import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteAnswer } from '../../api/connection'
import { drawHook } from '../../api/draw-hook'
import { createQueryClient } from '../../api/query-client'
import { beginSession, currentSession, leaveSession, startSession } from '../../session/session'
import { Farewell } from './logout'
import { type SigningOut, useSigningOut } from './use-signing-out'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const said = (stage: SigningOut) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <Farewell stage={stage} />
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

/** How the server answers to a sign-out: not at all, or with this status. */
let logout: 'lost' | number
/** How it answers to who asks for the provider. */
let provided: 'lost' | object
/** Nothing at all is answered. */
let isAway: boolean
const asked: string[] = []
const toldToTabs: unknown[] = []
const logoutsAsked = () => asked.filter((address) => address === '/auth/v1/logout').length
const replace = vi.fn()

const later = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function pressAgain(stage: () => SigningOut | undefined) {
  const now = stage()
  if (now?.at === 'unended') now.askAgain()
}

/** The page, signed in and opened where one signs out; gives where that stands. */
function signingOut() {
  const given = drawHook(createQueryClient(), useSigningOut)
  Object.assign(document, { cookie: '', documentElement: { dataset: {} } })
  return { stage: given, isAt: (at: SigningOut['at']) => expect.poll(() => given()?.at).toBe(at) }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  asked.length = 0
  toldToTabs.length = 0
  replace.mockReset()
  provided = {}
  isAway = false
  vi.stubGlobal('location', { replace })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      constructor(readonly name: string) {
        super()
      }
      postMessage = (data: unknown) => this.name === 'lintel-session' && toldToTabs.push(data)
    },
  )
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const answer = address === '/auth/v1/logout' ? logout : address.endsWith('/federation/session') ? provided : 200
    if (isAway || answer === 'lost') throw new TypeError('Failed to fetch')
    return typeof answer === 'number' ? new Response(null, { status: answer }) : Response.json(answer)
  })
  startSession()
  beginSession(tokens)
  toldToTabs.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  leaveSession()
})

test.each(['lost', 502] as const)(
  'D8: after an answer that is %s nobody is told that they are signed out, in no tab',
  async (answer) => {
    logout = answer
    const { stage, isAt } = signingOut()
    await isAt('unended')
    expect(currentSession().at).toBe('signed-in')
    expect(toldToTabs).toEqual([])
    expect(replace).not.toHaveBeenCalled()

    // The server ends it, asked by the button.
    logout = 204
    pressAgain(stage)
    await isAt('over')
    expect(currentSession().at).toBe('signed-out')
    expect(toldToTabs).toEqual([{ at: 'signed-out' }])
    await later(3_000)
    expect(replace.mock.calls).toEqual([['/']])
  },
)

test('D8: it is asked again by itself until the server has ended the session, and goes on at the provider', async () => {
  logout = 'lost'
  provided = 'lost'
  isAway = true
  const { stage, isAt } = signingOut()
  await isAt('unended')
  // What waits for the net since before somebody pressed does not stand in the way of what waits since then.
  await later(3_000)
  pressAgain(stage)
  await expect.poll(logoutsAsked).toBe(2)
  await expect.poll(stage).toMatchObject({ isAsking: false })

  logout = 204
  provided = provider
  isAway = false
  noteAnswer()
  await later(3_000)
  await isAt('over')
  expect(stage()).toEqual({ at: 'over', next: { address: provider.logoutUri, provider: 'Nordbygg' } })
  expect(logoutsAsked()).toBe(3)
})

test('D8: whose answer was lost after the session ended is led on to the provider as well', async () => {
  logout = 'lost'
  provided = provider
  const { stage, isAt } = signingOut()
  await isAt('unended')
  logout = 204
  provided = 'lost'
  pressAgain(stage)
  await isAt('over')
  expect(stage()).toMatchObject({ next: { provider: 'Nordbygg' } })
})

test('D8: only where the session is over it says so, and leads to the sign-in', () => {
  const over = said({ at: 'over', next: { address: '/', provider: undefined } })
  expect(over).toContain('You are signed out')
  expect(over).toContain('href="/login"')
  const unended = said({ at: 'unended', isAsking: false, askAgain: () => undefined })
  expect(unended).toContain('You are still signed in')
  expect(unended).toContain('Try again')
  for (const drawn of [unended, said({ at: 'asked' })]) expect(drawn).not.toContain('href="/login"')
  expect(said({ at: 'asked' })).not.toContain('You are signed out')
})
