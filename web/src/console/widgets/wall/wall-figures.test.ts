import type { WidgetFigures } from '@lintel/contract/projects/dashboard-figures'
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { CallFailure, NoResponse } from '../../../api/failure'
import { wall } from './wall-calls'
import { nextReadMs, pageMs, wallFigures, widgetsToRead } from './wall-figures'
import { wallToken } from './wall-token'

const figures = (id: string): [string, WidgetFigures] => [id, { id, state: 'read', readAt: '2026-11-23T09:00:00.000Z' }]
const widgets = ['a', 'b', 'c', 'd', 'e']

/** Stubs the server for these calls. While a call gets no response, the client also checks whether the server is reachable. */
const serve = (answer: (address: string, request: RequestInit) => Response | undefined) =>
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) =>
    address === '/regions.json' ? Response.json({}) : answer(address, request),
  )

test('everything is read once, and then only what is seen next and what has appeared', () => {
  const known = new Map(widgets.map(figures))
  expect(widgetsToRead(widgets, new Set(['a', 'b']), undefined)).toEqual(widgets)
  expect(widgetsToRead(widgets, new Set(['a', 'b']), known)).toEqual(['a', 'b'])
  expect(widgetsToRead([...widgets, 'f'], new Set(['c']), known)).toEqual(['c', 'f'])
})

test('what has appeared is read soon, what is seen once a page, and nothing after the end of the link', () => {
  const requests = (data: ReturnType<typeof figures>[] | undefined, error: unknown = null) =>
    nextReadMs(widgets, { data: data && new Map(data), error })
  expect(requests(widgets.map(figures))).toBe(pageMs)
  expect(requests([figures('a')])).toBe(1_000)
  expect(requests([figures('a')], new NoResponse(undefined))).toBe(pageMs)
  const ended = new CallFailure(401, [{ code: 'sessionExpired' } as never], 'request')
  const shut = new CallFailure(403, [{ code: 'loginMethodRequired' } as never], 'request')
  expect([requests(undefined, ended), requests(undefined, shut)]).toEqual([false, pageMs])
})

test('what was read of a large wall is kept when a later request fails: the next reading continues there', async () => {
  const queries = new QueryClient()
  const large = Array.from({ length: 250 }, (_, at) => `w-${at}`)
  const asked: string[][] = []
  vi.stubGlobal('location', { pathname: '/wall', origin: 'http://localhost' })
  serve((_, { body }) => {
    const ids: string[] = JSON.parse(String(body)).widgets
    asked.push(ids)
    if (asked.length === 2) return new Response('away', { status: 500 })
    return Response.json({ widgets: ids.map((id) => figures(id)[1]) })
  })
  const read = () => queries.fetchQuery({ ...wallFigures(large, new Set()), retry: false })
  await expect(read()).rejects.toMatchObject({ status: 500 })
  expect([...(queries.getQueryData(wallFigures(large, new Set()).queryKey) ?? new Map()).keys()]).toEqual(
    large.slice(0, 100),
  )
  expect([...(await read()).keys()]).toEqual(large)
  vi.unstubAllGlobals()
  expect(asked.map((ids) => [ids[0], ids.length])).toEqual([
    ['w-0', 100],
    ['w-100', 100],
    ['w-100', 100],
    ['w-200', 50],
  ])
})

test('a link is kept where its exchange has no answer, and is tried again with the next reading', async () => {
  // Relative URLs of the server need an origin in this environment.
  const queries = new QueryClient()
  wallToken.value = 'lintel_display_x'
  for (const _ of [1, 2]) {
    await expect(queries.fetchQuery({ ...wall, retry: false })).rejects.toBeInstanceOf(NoResponse)
    expect(wallToken.value).toBe('lintel_display_x')
  }
  wallToken.value = undefined
})

test('what a link that has ended was answered is forgotten once another one is exchanged', async () => {
  const queries = new QueryClient()
  const key = wallFigures(['a'], new Set()).queryKey
  const refused = new CallFailure(401, [], 'r0')
  await queries.prefetchQuery({ queryKey: key, queryFn: () => Promise.reject(refused), retry: false })
  expect(queries.getQueryState(key)?.error).toBe(refused)
  const requests: string[] = []
  vi.stubGlobal('location', { pathname: '/wall', origin: 'http://localhost' })
  vi.stubGlobal('history', { state: null, replaceState: () => requests.push('address') })
  serve((address) => {
    requests.push(address.replace(/^https?:\/\/[^/]+/, ''))
    return requests.length === 1 ? new Response(null, { status: 204 }) : Response.json({ widgets: [] })
  })
  wallToken.value = 'lintel_display_y'
  await queries.fetchQuery({ ...wall, retry: false })
  vi.unstubAllGlobals()
  expect(requests).toEqual(['/auth/v1/display-tokens/open', 'address', '/mgw/api/v3/wall'])
  expect(wallToken.value).toBeUndefined()
  expect(queries.getQueryState(key)).toBeUndefined()
})

test('a wall that has not changed is not sent again: what is known stays the same object, until something is different', async () => {
  const queries = new QueryClient()
  const known: (string | null)[] = []
  const answers = [
    Response.json({ widgets: [{ id: 'a' }] }, { headers: { etag: '"one"' } }),
    new Response(null, { status: 304, headers: { etag: '"one"' } }),
    Response.json({ widgets: [] }, { headers: { etag: '"two"' } }),
    Response.json({ widgets: [{ id: 'b' }] }),
  ]
  vi.stubGlobal('location', { pathname: '/wall', origin: 'http://localhost' })
  serve((_, { headers }) => {
    known.push(new Headers(headers).get('if-none-match'))
    return answers.shift()
  })
  const read = () => queries.fetchQuery({ ...wall, retry: false })
  const first = await read()
  expect(await read()).toBe(first)
  expect((await read()).widgets).toEqual([])
  expect((await read()).widgets).toEqual([{ id: 'b' }])
  vi.unstubAllGlobals()
  expect(known).toEqual([null, '"one"', '"one"', '"two"'])
})
