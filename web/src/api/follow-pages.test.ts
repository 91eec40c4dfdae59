import { organizations } from '@lintel/contract/people/organizations'
import type { PublishedChange } from '@lintel/contract/settings/events'
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { setAuthenticator } from './authenticator'
import { followPages } from './follow-pages'
import { createQueryClient } from './query-client'
import { pagesOf } from './use-pages'

/** The stored state of the only record of each list. */
let stored = { version: 1, name: 'Aldo' }
/** Pending requests: the response is read when the request arrives, and sent when the test releases it. */
let waiting: { what: 'page' | 'record'; answer(): void }[] = []
let streams: { age: number; publish(change: PublishedChange): void }[] = []

beforeEach(() => {
  stored = { version: 1, name: 'Aldo' }
  waiting = []
  streams = []
  const signedIn = { bearer: async () => 'token', accessToken: async () => 'token' }
  setAuthenticator({ ...signedIn, onUnauthorized: async () => false, reauthenticate: async () => false })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('location', { href: 'https://lintel.example/' })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('fetch', (address: string, { signal }: RequestInit) => {
    const { pathname, searchParams } = new URL(address, location.href)
    if (pathname.endsWith('/events')) return stream(Number(searchParams.get('age')))
    return new Promise<Response>((resolve, reject) => {
      const { version, name } = stored
      const record = { type: organizations.type, id: 'a', attributes: { name }, meta: { version } }
      const what = pathname.endsWith('/a') ? 'record' : 'page'
      const request = {
        what,
        answer() {
          waiting = waiting.filter((other) => other !== request)
          resolve(new Response(JSON.stringify({ data: what === 'page' ? [record] : record })))
        },
      } as const
      waiting.push(request)
      signal?.addEventListener('abort', () => {
        waiting = waiting.filter((other) => other !== request)
        reject(signal.reason)
      })
    })
  })
  return () => vi.unstubAllGlobals()
})

/** A customer's stream of changes. */
function stream(age: number): Promise<Response> {
  let publish = (_change: PublishedChange) => {}
  const body = new ReadableStream({
    start(controller) {
      const send = (text: string) => controller.enqueue(new TextEncoder().encode(text))
      publish = (change) => send(`event: change\ndata: ${JSON.stringify(change)}\n\n`)
      send('event: ready\ndata: {}\n\n')
    },
  })
  streams.push({ age, publish: (change) => publish(change) })
  return Promise.resolve(new Response(body))
}

const until = <T>(look: () => T) => vi.waitFor(look, { timeout: 10_000, interval: 5 })

/** Waits until exactly this is requested, and responds. */
async function answer(what: 'page' | 'record'): Promise<void> {
  await until(() => expect(waiting.map((request) => request.what)).toEqual([what]))
  waiting[0]?.answer()
}

let customers = 0

/** A list that was read `age` milliseconds ago and follows the changes of its own customer. */
async function follow({ age = 0, follows = organizations.type }: { age?: number; follows?: string } = {}) {
  customers += 1
  const queries = createQueryClient()
  const pages = new InfiniteQueryObserver(queries, pagesOf(organizations, {}, { size: 2 }))
  onTestFinished(pages.subscribe(() => {}))
  await answer('page')
  const names = () => pages.getCurrentResult().data?.pages.flatMap(({ records }) => records.map(({ name }) => name))
  await until(() => expect(names()).toEqual([stored.name]))
  const { data } = pages.getCurrentResult()
  const { queryKey } = pagesOf(organizations, {}, { size: 2 })
  if (data) queries.setQueryData(queryKey, data, { updatedAt: Date.now() - age })
  const followed = {
    shown: organizations,
    follows: { ...organizations, type: follows as 'user-organizations' },
    customer: `c${customers}`,
  }
  onTestFinished(followPages(queries, followed, 20))
  await until(() => expect(streams).toHaveLength(1))
  return {
    /** Changes records as somebody else and sends the events at once. */
    changeAll(ids: readonly string[]) {
      for (const id of ids) streams[0]?.publish({ type: follows, id, version: 2 })
    },
    /** Changes the record as somebody else and sends the event. */
    change(name: string, isVersionSent = true) {
      stored = { version: stored.version + 1, name }
      streams[0]?.publish({ type: follows, id: 'a', version: isVersionSent ? stored.version : null })
    },
    refetch: () => void queries.invalidateQueries({ queryKey }),
    names,
  }
}

const aWhile = () => new Promise((resolve) => setTimeout(resolve, 100))

test('the stream is asked for what changed since the shown pages were read', async () => {
  await follow({ age: 7_000 })
  expect(streams[0]?.age).toBeGreaterThanOrEqual(7_000)
  expect(streams[0]?.age).toBeLessThan(17_000)
})

test('one change is shown after one reading of the record', async () => {
  const list = await follow()
  list.change('Alma')
  await answer('record')
  await until(() => expect(list.names()).toEqual(['Alma']))
  await aWhile()
  expect(waiting).toEqual([])
})

test.for([
  ['with the version of the record', {}, true],
  ['without a version', {}, false],
  ['of another type than what is shown', { follows: 'projects' }, true],
] as const)(
  'two changes in the time of one answer end with the second one: told %s',
  async ([, terms, isVersionSent]) => {
    const list = await follow(terms)
    list.change('Alma', isVersionSent)
    await until(() => expect(waiting).toHaveLength(1))
    list.change('Anna', isVersionSent)
    await aWhile()
    await answer('record')
    await answer('record')
    await until(() => expect(list.names()).toEqual(['Anna']))
    await aWhile()
    expect(waiting).toEqual([])
  },
)

test('a change that is told while the pages are read from before it is shown in the end', async () => {
  const list = await follow()
  list.refetch()
  await until(() => expect(waiting.map(({ what }) => what)).toEqual(['page']))
  list.change('Alma')
  await until(() => expect(waiting.map(({ what }) => what)).toEqual(['page', 'record']))
  waiting[1]?.answer()
  await until(() => expect(list.names()).toEqual(['Alma']))
  waiting[0]?.answer()
  await answer('page')
  await until(() => expect(list.names()).toEqual(['Alma']))
  await aWhile()
  expect([list.names(), waiting]).toEqual([['Alma'], []])
})

test('a hundred records that change at once are read with their pages, in one request', async () => {
  const list = await follow()
  stored = { version: 2, name: 'Alma' }
  list.changeAll(['a', ...Array.from({ length: 99 }, (_, at) => `b${at}`)])
  await answer('page')
  await until(() => expect(list.names()).toEqual(['Alma']))
  await aWhile()
  expect(waiting).toEqual([])
})

test('a record that is not shown is not asked for: the pages tell whether it is now', async () => {
  const list = await follow()
  list.changeAll(['b'])
  await answer('page')
  await aWhile()
  expect(waiting).toEqual([])
})
