import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})
// Prefetch times of the fake clock must not leak into the tests of other files.
afterAll(() => vi.resetModules())

test('an answer that may have been asked for early counts as read when the first of those came', async () => {
  // Another test of this process may have prefetched before.
  vi.resetModules()
  const [{ recordPrefetch }, { readAt }] = [await import('./prefetch-times'), await import('./read-at')]
  const queries = createQueryClient()
  expect(readAt(queries, ['board'])).toBe(1_000_000)
  queries.setQueryData(['before'], 'read', { updatedAt: 999_000 })
  recordPrefetch()
  vi.advanceTimersByTime(7_000)
  recordPrefetch()
  vi.advanceTimersByTime(9_000)
  queries.setQueryData(['board'], 'taken')
  vi.advanceTimersByTime(2_000)
  queries.setQueryData(['later'], 'read')
  expect([readAt(queries, ['before']), readAt(queries, ['board']), readAt(queries, ['later'])]).toEqual([
    999_000, 1_000_000, 1_018_000,
  ])
})
