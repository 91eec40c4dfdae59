import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Following } from './live'
import { LiveConnections } from './shared-live'

/** The streams that were opened, as the server would tell on them. */
const streams: (Following & { isOpen: boolean })[] = []
const connections = () =>
  new LiveConnections((following) => {
    const stream = { ...following, isOpen: true }
    streams.push(stream)
    return () => {
      stream.isOpen = false
    }
  })

const projectChanged = (id: string) => ({ type: 'projects', id, version: 2 })

/** The server tells of a change on a stream, as its place in the customer's history. */
function tell(cursor: number, stream = streams[0]) {
  stream?.onCursor?.(String(cursor))
  stream?.onChange(projectChanged(`p${cursor}`))
}

/** Somebody who follows, and what they were told. */
function follower(live: LiveConnections, after?: string, customer = 'nord') {
  const told: unknown[] = []
  const leave = live.follow({
    customer,
    ...(after !== undefined && { after }),
    onChange: ({ id }) => told.push(id),
    onReload: () => told.push('reload'),
  })
  return { told, leave }
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
  tell(8)
  expect([users.told, board.told, other.told]).toEqual([['p8'], ['p8'], []])
  users.leave()
  tell(9)
  expect([users.told, board.told]).toEqual([['p8'], ['p8', 'p9']])
})

test('a project has a stream of its own, and who joins it or may no longer follow it is told so', () => {
  const live = connections()
  follower(live)
  const told: unknown[] = []
  const join = (readAt: number) =>
    live.follow({
      ...{ project: 'p1', readAt, onReload: () => told.push('reload') },
      onChange: ({ id }) => told.push(id),
      onRefused: () => told.push('refused'),
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
  expect(told).toEqual(['p1', 'p1'])
  streams[1]?.onRefused?.()
  expect(told).toEqual(['p1', 'p1', 'refused'])
  join(read)
  expect(streams).toHaveLength(3)
})

test('whoever joins is told what came since they read, once', () => {
  const live = connections()
  follower(live, '7')
  for (const cursor of [8, 9, 12]) tell(cursor)
  expect(follower(live, '8').told).toEqual(['p9', 'p12'])
  expect(follower(live, '12').told).toEqual([])
  expect(follower(live, '7').told).toEqual(['p8', 'p9', 'p12'])
  // Read later than the stream stands: what it tells next is told, and is known already.
  const later = follower(live, '13')
  tell(13)
  expect(later.told).toEqual(['p13'])
})

test('what cannot be told any more is read again, by all after a reload and by whoever comes with something older', () => {
  const live = connections()
  const first = follower(live, '7')
  tell(8)
  streams[0]?.onCursor?.('40')
  streams[0]?.onReload()
  expect(first.told).toEqual(['p8', 'reload'])
  expect(follower(live, '39').told).toEqual(['reload'])
  expect(follower(live, '40').told).toEqual([])
  for (let cursor = 41; cursor <= 600; cursor += 1) tell(cursor)
  expect(follower(live, '41').told).toEqual(['reload'])
  expect(follower(live, '598').told).toEqual(['p599', 'p600'])
})

test('the next screen takes the stream over; it ends when nobody has followed for a while', () => {
  const live = connections()
  follower(live, '7').leave()
  vi.advanceTimersByTime(1_000)
  const next = follower(live, '7')
  vi.advanceTimersByTime(60_000)
  expect(streams).toHaveLength(1)
  tell(8)
  expect(next.told).toEqual(['p8'])
  next.leave()
  vi.advanceTimersByTime(60_000)
  expect([streams[0]?.isOpen, live.size]).toEqual([false, 0])
  follower(live, '8')
  expect(streams).toHaveLength(2)
})

test('a customer that was refused is asked again by whoever follows it next', () => {
  const live = connections()
  follower(live)
  streams[0]?.onRefused?.()
  follower(live)
  expect(streams).toHaveLength(2)
})

/** Somebody who follows what was read so many ms ago, and what they were told. */
function followerOfAge(live: LiveConnections, age: number) {
  const told: unknown[] = []
  live.follow({
    customer: 'nord',
    readAt: Date.now() - age,
    onChange: ({ id }) => told.push(id),
    onReload: () => told.push('reload'),
  })
  return told
}

test('without a cursor the stream is asked for what changed since the reading, and whoever joins is told by the time', () => {
  const live = connections()
  const first = followerOfAge(live, 2_000)
  expect(streams[0]?.readAt).toBe(Date.now() - 2_000)
  vi.advanceTimersByTime(60_000)
  tell(8)
  vi.advanceTimersByTime(20_000)
  tell(9)
  expect(first).toEqual(['p8', 'p9'])
  expect(followerOfAge(live, 0)).toEqual(['p9'])
  expect(followerOfAge(live, 30_000)).toEqual(['p8', 'p9'])
  vi.advanceTimersByTime(60_000)
  expect(followerOfAge(live, 0)).toEqual([])
  // Read before anything was told on this stream.
  expect(followerOfAge(live, 200_000)).toEqual(['reload'])
  streams[0]?.onReload()
  expect(followerOfAge(live, 1_000)).toEqual(['reload'])
})

test('of more than is kept, whoever read before it reads again', () => {
  const live = connections()
  followerOfAge(live, 0)
  for (let cursor = 1; cursor <= 501; cursor += 1) {
    vi.advanceTimersByTime(1_000)
    tell(cursor)
  }
  expect(followerOfAge(live, 501_000)).toEqual(['reload'])
  expect(followerOfAge(live, 1_000)).toEqual(['p495', 'p496', 'p497', 'p498', 'p499', 'p500', 'p501'])
})
