import { idleTimeoutMs } from '@lintel/contract/identity/login'
import { afterEach, expect, test, vi } from 'vitest'
import { idleness, isDueToServer, warningMs, watchIdleness } from './idle'
import { beginSession, currentSession } from './session'

const noon = Date.UTC(2026, 10, 20, 12)
const minute = 60_000
const after = (ms: number) => idleness(noon, noon + ms, idleTimeoutMs)

test('D3: a session is idle an hour after the last sign of life, not a moment sooner', () => {
  expect(after(idleTimeoutMs - 1).at).toBe('warned')
  expect(after(idleTimeoutMs)).toEqual({ at: 'over' })
  expect(after(20 * idleTimeoutMs)).toEqual({ at: 'over' })
})

test('the warning stands for the last two minutes, and says when it ends', () => {
  expect(after(idleTimeoutMs - warningMs - 1)).toEqual({ at: 'active' })
  expect(after(idleTimeoutMs - warningMs)).toEqual({ at: 'warned', endsAt: noon + idleTimeoutMs })
  expect(warningMs).toBe(2 * minute)
})

test('D3: the server hears of somebody who is there, but not with every key, and not of nobody', () => {
  expect(isDueToServer(noon + minute, noon, noon + 2 * minute)).toBe(false)
  expect(isDueToServer(noon + minute, noon, noon + 5 * minute)).toBe(true)
  expect(isDueToServer(noon - minute, noon, noon + 50 * minute)).toBe(false)
})

/** The channel between the tabs: what this one says, and what it hears. */
class Channel extends EventTarget {
  static latest: Channel
  said: unknown[] = []
  constructor() {
    super()
    Channel.latest = this
  }
  postMessage = (data: unknown) => this.said.push(data)
}
const hear = (data: unknown) => Channel.latest.dispatchEvent(new MessageEvent('message', { data }))

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

test('D3: a tab that slept asks the others before it signs anybody out, and waits for their answer', async () => {
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
  beginSession(tokens)
  const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms)
  const beat = () => vi.advanceTimersByTime(1_000)
  hear({ activeAt: Date.now() })

  sleep(2 * idleTimeoutMs)
  Channel.latest.said.splice(0)
  page.dispatchEvent(new Event('resume'))
  expect(Channel.latest.said).toEqual(['ask'])
  beat()
  hear({ activeAt: Date.now() - 5 * minute })
  beat()
  beat()
  expect(fetched.mock.calls).not.toContainEqual(expect.arrayContaining(['/auth/v1/logout']))
  expect(currentSession().at).toBe('signed-in')

  // Nobody told this tab that it slept: still it asks, and a question of another one is answered with the truth.
  sleep(2 * idleTimeoutMs)
  Channel.latest.said.splice(0)
  fetched.mockClear()
  beat()
  expect(Channel.latest.said).toEqual(['ask'])
  expect(fetched).not.toHaveBeenCalled()
  hear('ask')
  expect(Channel.latest.said[1]).toMatchObject({ activeAt: expect.any(Number) })

  // Another tab that knows of nothing newer speaks for nobody.
  hear(Channel.latest.said[1])
  beat()
  expect(fetched).toHaveBeenCalledWith('/auth/v1/logout', expect.anything())

  // Nobody sees the screen any more, whether or not the server answers: it has ended the session by its own clock.
  await vi.waitFor(() => expect(currentSession().at).toBe('signed-out'))
})
