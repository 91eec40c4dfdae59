import { organizations } from '@lintel/contract/people/organizations'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderHook } from '../../test/render-hook'
import { createQueryClient } from './query-client'
import { failedQueries } from './recover'
import { keyOf } from './resource'
import { usePages } from './use-pages'

/** The stored records, and the pending requests, oldest first. */
let stored: string[] = []
let waiting: { after: string; answer(isRefused?: boolean): void }[] = []

beforeEach(() => {
  stored = ['Aldo', 'Bora', 'Cleo', 'Dana', 'Enno', 'Finn']
  waiting = []
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('location', { href: 'https://lintel.example/' })
  vi.stubGlobal('fetch', (address: string, { signal }: RequestInit) => {
    const { searchParams } = new URL(address, location.href)
    const after = searchParams.get('page[after]') ?? ''
    return new Promise<Response>((resolve, reject) => {
      const request = {
        after,
        answer(isRefused = false) {
          waiting = waiting.filter((other) => other !== request)
          resolve(isRefused ? new Response('{"errors":[]}', { status: 400 }) : pageAfter(after))
        },
      }
      waiting.push(request)
      signal?.addEventListener('abort', () => {
        waiting = waiting.filter((other) => other !== request)
        reject(signal.reason)
      })
    })
  })
})

/** The two stored records after a cursor. */
function pageAfter(after: string): Response {
  const start = Number(after)
  const next = start + 2 < stored.length ? { next: `https://lintel.example/list?page[after]=${start + 2}` } : {}
  const data = stored
    .slice(start, start + 2)
    .map((name, at) => ({ type: organizations.type, id: `c${start + at}`, attributes: { name } }))
  return new Response(JSON.stringify({ data, links: next, meta: { page: { total: stored.length } } }))
}

/** A rendered list that can load more. */
function show(terms: { readsAll?: boolean } = {}) {
  const queries = createQueryClient()
  const pages = renderHook(queries, () => usePages(organizations, {}, { size: 2, ...terms }))
  return {
    /** Renames the first record as somebody else and refetches the list. */
    change(name: string) {
      stored[0] = name
      void queries.invalidateQueries({ queryKey: keyOf(organizations) })
    },
    /** Refetches the list after a failure, as a retry does. */
    recover: () => void queries.refetchQueries(failedQueries),
    readMore: () => pages()?.readMore(),
    isReading: () => pages()?.isReading,
    hasFailed: () => pages()?.error != null,
    names: () => pages()?.records?.map(({ name }) => name),
  }
}

const until = <T,>(look: () => T) => vi.waitFor(look, { timeout: 10_000, interval: 5 })

/** Waits until exactly the page after a cursor is requested, and responds. */
async function answer(after: string, isRefused?: boolean): Promise<void> {
  await until(() => expect(waiting.map((request) => request.after)).toEqual([after]))
  waiting[0]?.answer(isRefused)
}

/** Waits until these are shown, and checks that nothing more is requested. */
async function endsWith(list: ReturnType<typeof show>, names: string[]): Promise<void> {
  await until(() => expect(list.names()).toEqual(names))
  await until(() => expect(list.isReading()).toBe(false))
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(waiting).toEqual([])
}

test('who asks for more while the list is read again gets it after that, and sees of the rest what was read again', async () => {
  const list = show()
  await answer('')
  await until(() => expect(list.names()).toEqual(['Aldo', 'Bora']))
  list.change('Alma')
  await until(() => expect(waiting).toHaveLength(1))
  list.readMore()
  await until(() => expect(list.isReading()).toBe(true))
  await answer('')
  await answer('2')
  await endsWith(list, ['Alma', 'Bora', 'Cleo', 'Dana'])
})

test('a change while a further page is read takes nothing away: all is read again, and then the page that was asked for', async () => {
  const list = show()
  await answer('')
  await until(() => expect(list.names()).toHaveLength(2))
  list.readMore()
  await until(() => expect(waiting.map(({ after }) => after)).toEqual(['2']))
  list.change('Alma')
  await answer('')
  await answer('2')
  await endsWith(list, ['Alma', 'Bora', 'Cleo', 'Dana'])
})

test('a list that is read whole is whole after a change in the middle of it', async () => {
  const list = show({ readsAll: true })
  await answer('')
  await answer('2')
  await until(() => expect(waiting.map(({ after }) => after)).toEqual(['4']))
  list.change('Alma')
  for (const after of ['', '2', '4']) await answer(after)
  await endsWith(list, ['Alma', 'Bora', 'Cleo', 'Dana', 'Enno', 'Finn'])
})

test('a page that could not be read is asked for again when somebody asks, not by itself', async () => {
  const list = show()
  await answer('')
  await until(() => expect(list.names()).toHaveLength(2))
  list.readMore()
  await answer('2', true)
  await until(() => expect(list.hasFailed()).toBe(true))
  await endsWith(list, ['Aldo', 'Bora'])
  list.readMore()
  await answer('2')
  await endsWith(list, ['Aldo', 'Bora', 'Cleo', 'Dana'])
  expect(list.hasFailed()).toBe(false)
})

test('a page that could not be read is read once the list has recovered', async () => {
  const list = show()
  await answer('')
  await until(() => expect(list.names()).toHaveLength(2))
  list.readMore()
  await answer('2', true)
  await until(() => expect(list.hasFailed()).toBe(true))
  list.recover()
  await answer('')
  await answer('2')
  await endsWith(list, ['Aldo', 'Bora', 'Cleo', 'Dana'])
  expect(list.hasFailed()).toBe(false)
})

test('who asks for more after a reading of the whole list failed gets that first', async () => {
  const list = show()
  await answer('')
  await until(() => expect(list.names()).toHaveLength(2))
  list.change('Alma')
  await answer('', true)
  await until(() => expect(list.hasFailed()).toBe(true))
  list.readMore()
  await answer('')
  await answer('2')
  await endsWith(list, ['Alma', 'Bora', 'Cleo', 'Dana'])
})
