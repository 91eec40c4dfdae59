import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})
// What was asked for early at a time that was made up is nothing to the tests of other files.
afterAll(() => vi.resetModules())

test('an answer that may have been asked for early counts as read when the first of those came', async () => {
  // Another test of this process may have asked early already.
  vi.resetModules()
  const [{ noteEarly }, { readAt }] = [await import('./early-times'), await import('./read-at')]
  const queries = createQueryClient()
  expect(readAt(queries, ['board'])).toBe(1_000_000)
  queries.setQueryData(['before'], 'read', { updatedAt: 999_000 })
  noteEarly()
  vi.advanceTimersByTime(7_000)
  noteEarly()
  vi.advanceTimersByTime(9_000)
  queries.setQueryData(['board'], 'taken')
  vi.advanceTimersByTime(2_000)
  queries.setQueryData(['later'], 'read')
  expect([readAt(queries, ['before']), readAt(queries, ['board']), readAt(queries, ['later'])]).toEqual([
    999_000, 1_000_000, 1_018_000,
  ])
})
