import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { CallFailure, NoResponse } from './failure'
import { createQueryClient } from './query-client'
import { readPart } from './read-part'

const away = new CallFailure(503, [], undefined)
const stopped = (status: string) =>
  new CallFailure(
    503,
    [{ status: '503', code: 'projectStopped', title: '', detail: '', meta: { status, crashedAt: null } }],
    undefined,
  )

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

/** How often a query that always fails is tried before its failure is shown. */
async function timesAsked(error: Error): Promise<number> {
  const ask = vi.fn(() => Promise.reject(error))
  const query = new QueryObserver(createQueryClient(), { queryKey: ['asked'], queryFn: ask })
  const end = query.subscribe(() => {})
  await vi.waitUntil(async () => {
    await vi.advanceTimersByTimeAsync(500)
    return query.getCurrentResult().isError
  })
  end()
  return ask.mock.calls.length
}

test('what may pass by itself is asked three times: no answer, a server that is away, a project that is starting', async () => {
  expect(await timesAsked(new NoResponse(undefined))).toBe(3)
  for (const status of [502, 503, 504]) expect(await timesAsked(new CallFailure(status, [], undefined))).toBe(3)
  expect(await timesAsked(stopped('Starting'))).toBe(3)
})

test('what does not pass by itself is told at once: a refusal, a mistake, and a project that stands still until somebody starts it', async () => {
  expect(await timesAsked(new CallFailure(403, [], undefined))).toBe(1)
  expect(await timesAsked(new CallFailure(500, [], undefined))).toBe(1)
  expect(await timesAsked(stopped('Stopped'))).toBe(1)
  expect(await timesAsked(stopped('Crashed'))).toBe(1)
})

test('of a query that is put together from several each part is asked as often as the whole, not three times that', async () => {
  const queries = createQueryClient()
  const ask = vi.fn(() => Promise.reject(away))
  const whole = new QueryObserver(queries, {
    queryKey: ['whole'],
    queryFn: () => readPart(queries)({ queryKey: ['part'], queryFn: ask }),
  })
  const end = whole.subscribe(() => {})
  await vi.waitUntil(async () => {
    await vi.advanceTimersByTimeAsync(500)
    return whole.getCurrentResult().isError
  })
  end()
  expect(ask).toHaveBeenCalledTimes(3)
})

/** A query whose responses the test controls, and its data. */
function readByHand(queries = createQueryClient()) {
  const answers: ((value: string) => void)[] = []
  const ask = vi.fn(() => new Promise<string>((resolve) => answers.push(resolve)))
  const observer = new QueryObserver(queries, { queryKey: ['things', 'all'], queryFn: ask })
  onTestFinished(observer.subscribe(() => {}))
  const answer = async (value: string) => {
    answers.shift()?.(value)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { queries, ask, answer, shown: () => observer.getCurrentResult().data }
}

test('what changed while a list was read for the first time is read again when that has come', async () => {
  const { queries, ask, answer, shown } = readByHand()
  void queries.invalidateQueries({ queryKey: ['things'] })
  await answer('before')
  expect(ask).toHaveBeenCalledTimes(2)
  await answer('after')
  expect(shown()).toBe('after')
  expect(ask).toHaveBeenCalledTimes(2)
})

test('who waits for what they invalidated waits for that reading, too; what nobody changed is read once', async () => {
  const { queries, ask, answer } = readByHand()
  const isOver = vi.fn()
  void queries.invalidateQueries({ queryKey: ['things'] }).then(isOver)
  void queries.invalidateQueries({ queryKey: ['others'] })
  await answer('before')
  expect(isOver).not.toHaveBeenCalled()
  await answer('after')
  expect(isOver).toHaveBeenCalledOnce()
  expect(ask).toHaveBeenCalledTimes(2)
})
