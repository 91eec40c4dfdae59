import { idleTimeoutMs } from '@lintel/contract/identity/login'
import { afterEach, expect, test, vi } from 'vitest'
import { idleness, isKeepAliveDue, warningMs, watchIdleness } from './idle'
import { idleWarning } from './idle-warning'
import { beginSession, currentSession } from './session'

const noon = Date.UTC(2026, 10, 20, 12)
const minute = 60_000
const after = (ms: number) => idleness(noon, noon + ms, idleTimeoutMs)

test('D3: a session is idle an hour after the last sign of life, not a moment sooner', () => {
  expect(after(idleTimeoutMs - 1).at).toBe('warned')
  expect(after(idleTimeoutMs)).toEqual({ at: 'over' })
  expect(after(20 * idleTimeoutMs)).toEqual({ at: 'over' })
  expect(idleTimeoutMs).toBe(3_600_000)
})

test('the warning stands for the last two minutes, and says when it ends', () => {
  expect(after(idleTimeoutMs - warningMs - 1)).toEqual({ at: 'active' })
  expect(after(idleTimeoutMs - warningMs)).toEqual({ at: 'warned', endsAt: noon + idleTimeoutMs })
  expect(warningMs).toBe(2 * minute)
})

test('D3: the server hears of somebody who is there, but not with every key, and not of nobody', () => {
  expect(isKeepAliveDue(noon + minute, noon, noon + 2 * minute)).toBe(false)
  expect(isKeepAliveDue(noon + minute, noon, noon + 5 * minute)).toBe(true)
  expect(isKeepAliveDue(noon - minute, noon, noon + 50 * minute)).toBe(false)
})

/** The channel between the tabs: the messages that this tab sends and receives. */
class Channel extends EventTarget {
  static latest: Channel
  sent: unknown[] = []
  constructor() {
    super()
    Channel.latest = this
  }
  postMessage = (data: unknown) => this.sent.push(data)
}
const receive = (data: unknown) => Channel.latest.dispatchEvent(new MessageEvent('message', { data }))

const tokens = {
  result: 'SUCCESS' as const,
  idToken: 'a.b.c',
  accessToken: 'a',
  tokenType: 'Bearer' as const,
  expiresIn: 100 * 3_600,
  logoutWhenIdle: true,
  idleSeconds: idleTimeoutMs / 1_000,
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A visible page whose idle sessions are watched, without a network and with a clock that only the test advances. */
function watchPage() {
  vi.useFakeTimers()
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('BroadcastChannel', Channel)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', {})
  const fetched = vi.fn(async () => {
    throw new TypeError('Failed to fetch')
  })
  vi.stubGlobal('fetch', fetched)
  watchIdleness()
  return {
    ...{ page, fetched },
    sleep: (ms: number) => vi.setSystemTime(Date.now() + ms),
    beat: () => vi.advanceTimersByTime(1_000),
  }
}

test('D3: a session that does not end when it is idle is neither warned of nor ended, however long nobody is there', async () => {
  const { fetched, sleep, beat } = watchPage()
  beginSession({ ...tokens, logoutWhenIdle: false })
  receive({ activeAt: Date.now() })
  const warnings: unknown[] = []
  const wait = (ms: number) => {
    sleep(ms)
    for (let beats = 0; beats < 3; beats += 1) {
      beat()
      warnings.push(idleWarning())
    }
  }
  wait(idleTimeoutMs - warningMs)
  wait(2 * idleTimeoutMs)
  expect(new Set(warnings)).toEqual(new Set([undefined]))
  expect(fetched).not.toHaveBeenCalled()
  expect(currentSession().at).toBe('signed-in')

  // The same time ends a session that does.
  beginSession(tokens)
  wait(0)
  expect(fetched).toHaveBeenCalledWith('/auth/v1/logout', expect.anything())
  await vi.waitFor(() => expect(currentSession().at).toBe('signed-out'))
})

test('D3: a tab that slept asks the others before it signs anybody out, and waits for their answer', async () => {
  const { page, fetched, sleep, beat } = watchPage()
  beginSession(tokens)
  receive({ activeAt: Date.now() })

  sleep(2 * idleTimeoutMs)
  Channel.latest.sent.splice(0)
  page.dispatchEvent(new Event('resume'))
  expect(Channel.latest.sent).toEqual(['ask'])
  beat()
  receive({ activeAt: Date.now() - 5 * minute })
  beat()
  beat()
  expect(fetched.mock.calls).not.toContainEqual(expect.arrayContaining(['/auth/v1/logout']))
  expect(currentSession().at).toBe('signed-in')

  // Without a resume event the tab still asks, and answers the question of another tab correctly.
  sleep(2 * idleTimeoutMs)
  Channel.latest.sent.splice(0)
  fetched.mockClear()
  beat()
  expect(Channel.latest.sent).toEqual(['ask'])
  expect(fetched).not.toHaveBeenCalled()
  receive('ask')
  expect(Channel.latest.sent[1]).toMatchObject({ activeAt: expect.any(Number) })

  // A tab without newer activity keeps nobody signed in.
  receive(Channel.latest.sent[1])
  beat()
  expect(fetched).toHaveBeenCalledWith('/auth/v1/logout', expect.anything())

  // The screen is hidden whether or not the server responds: it has ended the session by its own timer.
  await vi.waitFor(() => expect(currentSession().at).toBe('signed-out'))
})
