import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FollowOptions } from './follow-changes'
import { LiveConnections } from './live-connections'

/** The opened streams, on which the test sends events. */
const streams: (FollowOptions & { isOpen: boolean; retries: number })[] = []
const connections = () =>
  new LiveConnections((following) => {
    const stream = { ...following, isOpen: true, retries: 0 }
    streams.push(stream)
    return {
      end() {
        stream.isOpen = false
      },
      retry() {
        stream.retries += 1
      },
    }
  })

const projectChanged = (id: string) => ({ type: 'projects', id, version: 2 })

/** Sends a change on a stream, with its cursor. */
function publish(cursor: number, stream = streams[0]) {
  stream?.onCursor?.(String(cursor))
  stream?.onChange(projectChanged(`p${cursor}`))
}

/** A listener and the events that it received. */
function follower(live: LiveConnections, after?: string, customer = 'nord') {
  const received: unknown[] = []
  const leave = live.follow({
    customer,
    ...(after !== undefined && { after }),
    onChange: ({ id }) => received.push(id),
    onReload: () => received.push('reload'),
  })
  return { received, leave }
}

beforeEach(() => {
  streams.length = 0
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test('all that follow a customer are told on one stream, and another customer has its own', () => {
  const live = connections()
  const [users, board] = [follower(live, '7'), follower(live)]
  const other = follower(live, undefined, 'sor')
  expect(streams.map(({ customer, after }) => [customer, after])).toEqual([
    ['nord', '7'],
    ['sor', undefined],
  ])
  publish(8)
  expect([users.received, board.received, other.received]).toEqual([['p8'], ['p8'], []])
  users.leave()
  publish(9)
  expect([users.received, board.received]).toEqual([['p8'], ['p8', 'p9']])
})

test('a project has a stream of its own, and who joins it or may no longer follow it is told so', () => {
  const live = connections()
  follower(live)
  const received: unknown[] = []
  const join = (readAt: number) =>
    live.follow({
      ...{ project: 'p1', readAt, onReload: () => received.push('reload') },
      onChange: ({ id }) => received.push(id),
      onRefused: () => received.push('refused'),
    })
  const read = Date.now()
  const leave = join(read)
  expect(streams.map(({ customer, project }) => [customer, project])).toEqual([
    ['nord', undefined],
    [undefined, 'p1'],
  ])
  streams[1]?.onChange(projectChanged('p1'))
  leave()
  join(read)
  expect(received).toEqual(['p1', 'p1'])
  streams[1]?.onRefused?.()
  expect(received).toEqual(['p1', 'p1', 'refused'])
  join(read)
  expect([streams.length, streams[1]?.retries]).toEqual([2, 2])
})

test('whoever joins is told what came since they read, once', () => {
  const live = connections()
  follower(live, '7')
  for (const cursor of [8, 9, 12]) publish(cursor)
  expect(follower(live, '8').received).toEqual(['p9', 'p12'])
  expect(follower(live, '12').received).toEqual([])
  expect(follower(live, '7').received).toEqual(['p8', 'p9', 'p12'])
  // Read after the stream's cursor: the next event is delivered although its change is already known.
  const newer = follower(live, '13')
  publish(13)
  expect(newer.received).toEqual(['p13'])
})

test('what cannot be told any more is read again, by all after a reload and by whoever comes with something older', () => {
  const live = connections()
  const first = follower(live, '7')
  publish(8)
  streams[0]?.onCursor?.('40')
  streams[0]?.onReload()
  expect(first.received).toEqual(['p8', 'reload'])
  expect(follower(live, '39').received).toEqual(['reload'])
  expect(follower(live, '40').received).toEqual([])
  for (let cursor = 41; cursor <= 600; cursor += 1) publish(cursor)
  expect(follower(live, '41').received).toEqual(['reload'])
  expect(follower(live, '598').received).toEqual(['p599', 'p600'])
})

test('the next screen takes the stream over; it ends when nobody has followed for a while', () => {
  const live = connections()
  follower(live, '7').leave()
  vi.advanceTimersByTime(1_000)
  const next = follower(live, '7')
  vi.advanceTimersByTime(60_000)
  expect(streams).toHaveLength(1)
  publish(8)
  expect(next.received).toEqual(['p8'])
  next.leave()
  vi.advanceTimersByTime(60_000)
  expect([streams[0]?.isOpen, live.size]).toEqual([false, 0])
  follower(live, '8')
  expect(streams).toHaveLength(2)
})

test('a customer that was refused is asked again for whoever follows it next, and all are told what changes from then on', () => {
  const live = connections()
  const first = follower(live, '7')
  publish(8)
  streams[0]?.onRefused?.()
  const second = follower(live, '8')
  expect([streams.length, streams[0]?.isOpen, streams[0]?.retries]).toEqual([1, true, 1])
  publish(9)
  expect([first.received, second.received]).toEqual([['p8', 'p9'], ['p9']])
})

/** A listener with data read this many ms ago, and the events that it received. */
function followerOfAge(live: LiveConnections, age: number) {
  const received: unknown[] = []
  live.follow({
    customer: 'nord',
    readAt: Date.now() - age,
    onChange: ({ id }) => received.push(id),
    onReload: () => received.push('reload'),
  })
  return received
}

test('without a cursor the stream is asked for what changed since the reading, and whoever joins is told by the time', () => {
  const live = connections()
  const first = followerOfAge(live, 2_000)
  expect(streams[0]?.readAt).toBe(Date.now() - 2_000)
  vi.advanceTimersByTime(60_000)
  publish(8)
  vi.advanceTimersByTime(20_000)
  publish(9)
  expect(first).toEqual(['p8', 'p9'])
  expect(followerOfAge(live, 0)).toEqual(['p9'])
  expect(followerOfAge(live, 30_000)).toEqual(['p8', 'p9'])
  vi.advanceTimersByTime(60_000)
  expect(followerOfAge(live, 0)).toEqual([])
  // Read before the first event of this stream.
  expect(followerOfAge(live, 200_000)).toEqual(['reload'])
  streams[0]?.onReload()
  expect(followerOfAge(live, 1_000)).toEqual(['reload'])
})

test('of more than is kept, whoever read before it reads again', () => {
  const live = connections()
  followerOfAge(live, 0)
  for (let cursor = 1; cursor <= 501; cursor += 1) {
    vi.advanceTimersByTime(1_000)
    publish(cursor)
  }
  expect(followerOfAge(live, 501_000)).toEqual(['reload'])
  expect(followerOfAge(live, 1_000)).toEqual(['p495', 'p496', 'p497', 'p498', 'p499', 'p500', 'p501'])
})
