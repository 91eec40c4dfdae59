import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderHook } from '../../test/render-hook'
import { useQuarterHour, watchQuarterHours } from './use-quarter-hour'

const minuteMs = 60_000

test('each quarter of an hour is reported when it begins, but not while the page is hidden, nor after the end', () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T23:50:00Z') })
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', page)
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const show = (visibilityState: string) => {
    page.visibilityState = visibilityState
    page.dispatchEvent(new Event('visibilitychange'))
  }
  const begun: string[] = []
  const stop = watchQuarterHours(() => begun.push(new Date().toISOString()))
  vi.advanceTimersByTime(30 * minuteMs)
  expect(begun).toEqual(['2026-11-24T00:00:00.000Z', '2026-11-24T00:15:00.000Z'])
  show('hidden')
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(30 * minuteMs)
  show('visible')
  expect(begun).toHaveLength(2)
  vi.advanceTimersByTime(10 * minuteMs)
  expect(begun.slice(2)).toEqual(['2026-11-24T01:00:00.000Z'])
  stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('what depends on the date is drawn again when a quarter of an hour begins, and when the page is shown after one began', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T23:50:00Z'), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const quarter = renderHook(new QueryClient(), useQuarterHour)
  const show = (visibilityState: string) => {
    Object.assign(document, { visibilityState })
    document.dispatchEvent(new Event('visibilitychange'))
  }
  show('visible')
  const shown = () => new Date(quarter() ?? 0).toISOString()
  await expect.poll(shown).toBe('2026-11-23T23:45:00.000Z')
  vi.advanceTimersByTime(11 * minuteMs)
  await expect.poll(shown).toBe('2026-11-24T00:00:00.000Z')
  show('hidden')
  vi.setSystemTime(new Date('2026-11-25T00:01:00Z'))
  show('visible')
  await expect.poll(shown).toBe('2026-11-25T00:00:00.000Z')
})
