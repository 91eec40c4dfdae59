import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderHook } from '../../../../test/render-hook'
import { useDailyReload } from './use-daily-reload'

const hourMs = 3_600_000
const page = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } })

/** Leaves a wall open for a day and then for an hour for each of these answers; returns after which hours it was reloaded. */
async function reloadsAfter(isRefreshed: boolean, answers: (() => Response)[]): Promise<number[]> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let hour = 23
  const reloads: number[] = []
  const reload = () => reloads.push(hour)
  vi.stubGlobal('location', { pathname: '/wall', origin: 'http://localhost', reload })
  vi.stubGlobal('fetch', async (address: string, { cache }: RequestInit) => {
    expect([address, cache]).toEqual(['/wall', 'no-store'])
    return answers[hour - 24]?.()
  })
  const mounted = renderHook(new QueryClient(), () => {
    useDailyReload(isRefreshed)
    return true
  })
  await expect.poll(mounted).toBe(true)
  await vi.advanceTimersByTimeAsync(23 * hourMs)
  for (const _ of answers) {
    hour += 1
    await vi.advanceTimersByTimeAsync(hourMs)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return reloads
}

test('a wall is reloaded once a day when its page is served, and tries again an hour later when it is not', async () => {
  const refusals = [
    () => new Response('<!doctype html>', { status: 503, headers: { 'content-type': 'text/html' } }),
    () => Response.json({}),
    () => {
      throw new TypeError('Failed to fetch')
    },
  ]
  expect(await reloadsAfter(true, [...refusals, page])).toEqual([27])
})

test('a wall that could not be refreshed is not reloaded', async () => {
  expect(await reloadsAfter(false, [page])).toEqual([])
})
