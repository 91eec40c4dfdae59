import type { WidgetFigures } from '@lintel/contract/projects/dashboard-figures'
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { CallFailure, NoAnswer } from '../../../api/failure'
import { wall } from './wall-calls'
import { nextReadMs, pageMs, toRead, wallFigures } from './wall-figures'
import { wallToken } from './wall-token'

const figures = (id: string): [string, WidgetFigures] => [id, { id, state: 'read', readAt: '2026-11-23T09:00:00.000Z' }]
const widgets = ['a', 'b', 'c', 'd', 'e']

/** Our server as these calls meet it. Whether it can be reached at all is asked beside them, for as long as one had no answer. */
const serve = (answer: (address: string, request: RequestInit) => Response | undefined) =>
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) =>
    address === '/regions.json' ? Response.json({}) : answer(address, request),
  )

test('everything is read once, and then only what is seen next and what has appeared', () => {
  const known = new Map(widgets.map(figures))
  expect(toRead(widgets, new Set(['a', 'b']), undefined)).toEqual(widgets)
  expect(toRead(widgets, new Set(['a', 'b']), known)).toEqual(['a', 'b'])
  expect(toRead([...widgets, 'f'], new Set(['c']), known)).toEqual(['c', 'f'])
})

test('what has appeared is read soon, what is seen once a page, and nothing after the end of the link', () => {
  const asked = (data: ReturnType<typeof figures>[] | undefined, error: unknown = null) =>
    nextReadMs(widgets, { data: data && new Map(data), error })
  expect(asked(widgets.map(figures))).toBe(pageMs)
  expect(asked([figures('a')])).toBe(1_000)
  expect(asked([figures('a')], new NoAnswer(undefined))).toBe(pageMs)
  const ended = new CallFailure(401, [{ code: 'sessionExpired' } as never], 'request')
  const shut = new CallFailure(403, [{ code: 'loginMethodRequired' } as never], 'request')
  expect([asked(undefined, ended), asked(undefined, shut)]).toEqual([false, pageMs])
})

test('a link is kept where its exchange has no answer, and is tried again with the next reading', async () => {
  // Without an origin, an address of our own server answers to nobody.
  const queries = new QueryClient()
  wallToken.held = 'lintel_display_x'
  for (const _ of [1, 2]) {
    await expect(queries.fetchQuery({ ...wall, retry: false })).rejects.toBeInstanceOf(NoAnswer)
    expect(wallToken.held).toBe('lintel_display_x')
  }
  wallToken.held = undefined
})

test('what a link that has ended was answered is forgotten once another one is exchanged', async () => {
  const queries = new QueryClient()
  const key = wallFigures(['a'], new Set()).queryKey
  const refused = new CallFailure(401, [], 'r0')
  await queries.prefetchQuery({ queryKey: key, queryFn: () => Promise.reject(refused), retry: false })
  expect(queries.getQueryState(key)?.error).toBe(refused)
  const asked: string[] = []
  vi.stubGlobal('location', { pathname: '/wall', origin: 'http://localhost' })
  vi.stubGlobal('history', { state: null, replaceState: () => asked.push('address') })
  serve((address) => {
    asked.push(address.replace(/^https?:\/\/[^/]+/, ''))
    return asked.length === 1 ? new Response(null, { status: 204 }) : Response.json({ widgets: [] })
  })
  wallToken.held = 'lintel_display_y'
  await queries.fetchQuery({ ...wall, retry: false })
  vi.unstubAllGlobals()
  expect(asked).toEqual(['/auth/v1/display-tokens/open', 'address', '/mgw/api/v3/wall'])
  expect(wallToken.held).toBeUndefined()
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
