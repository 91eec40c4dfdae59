import { organizations } from '@lintel/contract/people/organizations'
import type { PublishedChange } from '@lintel/contract/settings/events'
import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { renderHook } from '../../test/render-hook'
import { setAuthenticator } from './authenticator'
import { createQueryClient } from './query-client'
import { scheduleRefetch } from './schedule-refetch'
import { useLiveRecords } from './use-live-records'

const until = <T,>(look: () => T) => vi.waitFor(look, { timeout: 10_000, interval: 5 })
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 100))
const queryKey = ['list']

beforeEach(() => void vi.stubGlobal('navigator', { onLine: true }))

/** A rendered list; the test controls the stored data and the responses. */
function show() {
  const queries = createQueryClient()
  let stored = 'Aldo'
  let requests = 0
  const aborted = vi.fn()
  const waiting: (() => void)[] = []
  const list = new QueryObserver(queries, {
    queryKey,
    queryFn: ({ signal }) => {
      requests += 1
      const read = stored
      signal.addEventListener('abort', aborted)
      return new Promise<string>((resolve) => waiting.push(() => resolve(read)))
    },
  })
  onTestFinished(list.subscribe(() => {}))
  return {
    ...{ queries, waiting, aborted },
    requests: () => requests,
    shown: () => list.getCurrentResult().data,
    async answer() {
      await until(() => expect(waiting).toHaveLength(1))
      waiting.shift()?.()
      await Promise.resolve()
    },
    change(name: string) {
      stored = name
      scheduleRefetch(queries, queryKey)
    },
  }
}

test('a hundred changes at once are read once, those that come meanwhile once more', async () => {
  const list = show()
  await list.answer()
  await until(() => expect(list.shown()).toBe('Aldo'))
  for (let at = 0; at < 100; at += 1) list.change(`Alma ${at}`)
  await until(() => expect(list.requests()).toBe(2))
  for (let at = 0; at < 100; at += 1) list.change(`Anna ${at}`)
  await list.answer()
  await list.answer()
  await until(() => expect(list.shown()).toBe('Anna 99'))
  await aWhile()
  expect([list.requests(), list.aborted.mock.calls]).toEqual([3, []])
})

test('what began to be read before a change is not broken off, and read once more', async () => {
  const list = show()
  await list.answer()
  await until(() => expect(list.shown()).toBe('Aldo'))
  void list.queries.invalidateQueries({ queryKey })
  await until(() => expect(list.requests()).toBe(2))
  list.change('Alma')
  await aWhile()
  expect(list.requests()).toBe(2)
  await list.answer()
  await list.answer()
  await until(() => expect(list.shown()).toBe('Alma'))
  await aWhile()
  expect([list.requests(), list.aborted.mock.calls]).toEqual([3, []])
})

test('a reading that never comes is broken off after a minute, whoever began it, and what changed is read', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const list = show()
  await list.answer()
  void list.queries.invalidateQueries({ queryKey })
  await vi.advanceTimersByTimeAsync(1)
  list.waiting.pop()
  list.change('Alma')
  await vi.advanceTimersByTimeAsync(59_000)
  expect([list.requests(), list.aborted.mock.calls.length]).toEqual([2, 0])
  await vi.advanceTimersByTimeAsync(2_000)
  expect([list.requests(), list.aborted.mock.calls.length]).toEqual([3, 1])
  await list.answer()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(list.shown()).toBe('Alma')
  // The refetch started by the change counts as completed after a minute, then rests, and is awaited for another minute before it is
  // aborted.
  list.change('Anna')
  await vi.advanceTimersByTimeAsync(1)
  list.waiting.pop()
  list.change('Asta')
  await vi.advanceTimersByTimeAsync(131_000)
  expect([list.requests(), list.aborted.mock.calls.length]).toEqual([5, 2])
  await list.answer()
  await vi.advanceTimersByTimeAsync(1)
  expect(list.shown()).toBe('Asta')
})

test('a change that is told while a list is read for the first time is read as well', async () => {
  const list = show()
  await until(() => expect(list.requests()).toBe(1))
  list.change('Alma')
  await aWhile()
  await list.answer()
  await list.answer()
  await until(() => expect(list.shown()).toBe('Alma'))
  await aWhile()
  expect(list.requests()).toBe(2)
})

test('a step of a hundred records is two requests at most for each list that shows some of them', async () => {
  let requests = 0
  let stored = 'Aldo'
  let publish = (_change: PublishedChange) => {}
  const signedIn = { bearer: async () => 'token', accessToken: async () => 'token' }
  setAuthenticator({ ...signedIn, onUnauthorized: async () => false, reauthenticate: async () => false })
  vi.stubGlobal('location', { href: 'https://lintel.example/' })
  vi.stubGlobal('fetch', async (address: string) => {
    if (new URL(address, location.href).pathname.endsWith('/events')) return new Response(events())
    requests += 1
    return new Response(
      JSON.stringify({ data: [{ type: organizations.type, id: 'a', attributes: { name: stored } }], links: {} }),
    )
  })
  const events = () =>
    new ReadableStream({
      start(controller) {
        publish = (change) =>
          controller.enqueue(new TextEncoder().encode(`event: change\ndata: ${JSON.stringify(change)}\n\n`))
        controller.enqueue(new TextEncoder().encode('event: ready\ndata: {}\n\n'))
      },
    })
  const records = renderHook(createQueryClient(), () => useLiveRecords(organizations, 'nord'))
  Object.assign(document, { hidden: false })
  const names = () => records()?.data?.records.map(({ name }) => name)
  await until(() => expect(names()).toEqual(['Aldo']))
  await aWhile()
  const before = requests
  stored = 'Alma'
  for (let at = 0; at < 100; at += 1) publish({ type: organizations.type, id: `o${at}`, version: 2 })
  await until(() => expect(names()).toEqual(['Alma']))
  await aWhile()
  expect(requests - before).toBeLessThanOrEqual(2)
})
