import { QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { neverResponds, renderHook } from '../../../test/render-hook'
import { createQueryClient } from '../../api/query-client'
import { useBoard } from './use-board'
import { figuresKey } from './widget-figures'

test('a board that stays open reads the numbers in view again once when a day may have begun', async () => {
  vi.useFakeTimers({
    now: new Date('2026-11-23T23:50:00Z'),
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'],
  })
  onTestFinished(() => void vi.useRealTimers())
  vi.stubGlobal('fetch', neverResponds)
  vi.stubGlobal('navigator', { onLine: true })
  const queries = createQueryClient()
  const [inView, outOfView] = [vi.fn(async () => 'figures'), vi.fn(async () => 'figures')]
  const shown = new QueryObserver(queries, { queryKey: [...figuresKey, 'w-1', 1], queryFn: inView })
  onTestFinished(shown.subscribe(() => {}))
  await queries.fetchQuery({ queryKey: [...figuresKey, 'w-2', 1], queryFn: outOfView })
  const board = renderHook(queries, () => useBoard('north'))
  Object.assign(document, { visibilityState: 'visible' })
  await expect.poll(board).toBeDefined()
  expect(inView).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(11 * 60_000)
  expect(inView).toHaveBeenCalledTimes(2)
  expect(outOfView).toHaveBeenCalledTimes(1)
})
