import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paced } from './paced'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Reads with the given durations in ms, and their start times in tenths of a second from now. */
function follow(tookMs: number, fails = false) {
  const start = Date.now()
  const began: number[] = []
  const read = paced(async () => {
    began.push(Math.floor((Date.now() - start) / 100))
    await new Promise((resolve) => setTimeout(resolve, tookMs))
    if (fails) throw new Error('away')
  })
  return { read, began }
}

test('the first is read at once, and all that is asked for meanwhile once more after as long a rest', async () => {
  const { read, began } = follow(400)
  expect(read()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  for (let at = 0; at < 100; at += 1) expect(read()).toBe(false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(began).toEqual([0, 8])
  expect(read()).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(began).toHaveLength(3)
})

test('what may wait is read with what may not', async () => {
  const { read, began } = follow(10)
  read(5_000)
  read(500)
  read(2_000)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(began).toEqual([5])
})

test('a reading that failed is rested from like another one, and for ten seconds at most', async () => {
  const { read, began } = follow(30_000, true)
  read()
  await vi.advanceTimersByTimeAsync(1)
  read()
  await vi.advanceTimersByTimeAsync(50_000)
  expect(began).toEqual([0, 400])
})

test('a reading that does not end is waited for a minute, and the next one begins after its rest', async () => {
  const { read, began } = follow(3_600_000)
  read()
  await vi.advanceTimersByTimeAsync(1)
  read()
  await vi.advanceTimersByTimeAsync(100_000)
  expect(began).toEqual([0, 700])
})
