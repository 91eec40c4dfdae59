import { listAddress } from '@lintel/contract/jsonapi/query'
import { maxFiguresPerRequest, readFigures } from '@lintel/contract/projects/dashboard-figures'
import { dashboardWidgets } from '@lintel/contract/projects/dashboard-widgets'
import { projectStats } from '@lintel/contract/projects/project-stats'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takePrefetched } from '../../api/prefetched-responses'
import { beginSession } from '../../session/session'
import { boardRequests } from './board-calls'
import { boardUrls, figuresRequest, prefetchBoard } from './prefetch-board'
import { expectPrefetchedFigures, figuresOfWidget, forgetPrefetchedFigures } from './widget-figures'

test('what is asked early for the board is what the board asks for', () => {
  const { widgets, stats } = boardRequests('nord')
  expect(boardUrls('nord')).toEqual([
    listAddress(dashboardWidgets, { ...widgets, page: { size: dashboardWidgets.maxPageSize } }),
    listAddress(projectStats, { ...stats, page: { size: projectStats.maxPageSize } }),
  ])
  expect(figuresRequest).toEqual({
    method: readFigures.method,
    path: readFigures.path,
    maxWidgets: maxFiguresPerRequest,
  })
})

/** Six projects, Quay 1 to Quay 6, the last with the most people; each has a widget with its number. */
const numbers = [6, 5, 4, 3, 2, 1]
const stats = numbers.map((number) => ({
  type: 'project-stats',
  id: `project-${number}`,
  attributes: { name: `Quay ${number}`, numUsers: number, deletedAt: null },
}))
const widgets = numbers.map((number) => ({
  type: 'dashboard-widgets',
  id: `widget-${number}`,
  attributes: { order: 0, version: 1 },
  relationships: { project: { data: { type: 'projects', id: `project-${number}` } } },
}))
const beforeTheBoard = [
  '/mgw/api/v3/cluster-configuration/current',
  '/mgw/api/v3/users/me',
  '/mgw/api/v3/user-settings?page%5Bsize%5D=200',
]
let order: object | undefined
let asked: string[][] = []

beforeEach(() => {
  order = undefined
  asked = []
  vi.stubGlobal('location', { search: '', href: 'http://127.0.0.1/project-widgets', reload: () => {} })
  vi.stubGlobal('navigator', { languages: ['en'] })
  vi.stubGlobal('document', { documentElement: { lang: 'en' }, cookie: '' })
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string }) => {
    if (body !== undefined) {
      const { widgets: ids } = JSON.parse(body) as { widgets: string[] }
      asked.push(ids)
      return Response.json({ widgets: ids.map((id) => ({ id, state: 'read', readAt: '2026-01-01T00:00:00Z' })) })
    }
    if (address.includes('users/me')) return Response.json({ customerAdminFor: [{ id: 'nord', loginMethods: [] }] })
    if (address.includes('dashboard-widgets')) return Response.json({ data: widgets })
    if (address.includes('project-stats')) return Response.json({ data: stats })
    return Response.json({ data: order ? [{ id: 'dashboard-order', attributes: { value: order } }] : [] })
  })
  beginSession({
    ...{ result: 'SUCCESS', idToken: 'anna', accessToken: 'anna', tokenType: 'Bearer', expiresIn: 600 },
    ...{ logoutWhenIdle: true, idleSeconds: 3_600 },
  })
})
afterEach(() => {
  forgetPrefetchedFigures()
  for (const address of [figuresRequest.path, ...boardUrls('nord'), ...beforeTheBoard]) takePrefetched(address)
  vi.unstubAllGlobals()
})

const figures = (...numbers: number[]) =>
  Promise.all(numbers.map((number) => fetchFigures(figuresOfWidget({ id: `widget-${number}`, version: 1 }))))
const fetchFigures = ({ queryFn }: ReturnType<typeof figuresOfWidget>) =>
  (queryFn as unknown as () => Promise<{ id: string }>)().then(({ id }) => id)

/** Initial query data of a widget. */
const rendered = (number: number, version = 1) =>
  (figuresOfWidget({ id: `widget-${number}`, version }).initialData as () => object | undefined)()

/** Runs the code as the board does when it is opened. */
function openBoard<T>(request: () => T): T {
  expectPrefetchedFigures()
  const asked = request()
  forgetPrefetchedFigures()
  return asked
}

test('the figures of the cards that the board opens with are asked for once, before the board asks', async () => {
  await prefetchBoard()
  await expect.poll(() => asked).toEqual([['widget-1', 'widget-2', 'widget-3', 'widget-4']])
  expect(await openBoard(() => figures(1, 2, 3, 4))).toEqual(['widget-1', 'widget-2', 'widget-3', 'widget-4'])
  expect(asked).toHaveLength(1)
  await figures(1)
  expect(asked.slice(1)).toEqual([['widget-1']])
})

test('they are those of the order that the person has chosen', async () => {
  order = { propertyName: 'numUsers', ascending: false }
  await prefetchBoard()
  await expect.poll(() => asked).toEqual([['widget-6', 'widget-5', 'widget-4', 'widget-3']])
})

test('a board that opens with other cards asks for its own', async () => {
  await prefetchBoard()
  await expect.poll(() => asked).toHaveLength(1)
  expect(await openBoard(() => figures(5, 6))).toEqual(['widget-5', 'widget-6'])
  expect(asked.slice(1)).toEqual([['widget-5', 'widget-6']])
})

test('a board whose figures have come is drawn with them, each in the version that they are of; what comes later asks', async () => {
  await prefetchBoard()
  await expect.poll(() => asked).toHaveLength(1)
  expectPrefetchedFigures()
  await expect.poll(() => rendered(1)).toMatchObject({ id: 'widget-1', state: 'read' })
  expect([rendered(2, 2), rendered(5)]).toEqual([undefined, undefined])
  forgetPrefetchedFigures()
  expect(rendered(3)).toBeUndefined()
  expect(await figures(1)).toEqual(['widget-1'])
  expect(asked.slice(1)).toEqual([['widget-1']])
})

test('a widget that was changed before its board is drawn asks for its figures, though others are on their way', async () => {
  await prefetchBoard()
  const read = await openBoard(() =>
    Promise.all(
      [{ version: 1 }, { version: 2 }].map(({ version }) => fetchFigures(figuresOfWidget({ id: 'widget-1', version }))),
    ),
  )
  expect(read).toEqual(['widget-1', 'widget-1'])
  expect(asked.slice(1)).toEqual([['widget-1']])
})

test('what is drawn after the board waits for none that are on their way', async () => {
  await prefetchBoard()
  const first = openBoard(() => figures(1))
  expect(await figures(6)).toEqual(['widget-6'])
  expect(await first).toEqual(['widget-1'])
  expect(asked.flat()).not.toContain('widget-5')
  expect(asked).toContainEqual(['widget-6'])
})

test('where something is searched for, nothing is asked for that it may hide', async () => {
  vi.stubGlobal('location', { search: '?search=quay', href: 'http://127.0.0.1/project-widgets', reload: () => {} })
  await prefetchBoard()
  await figures(6)
  expect(asked).toEqual([['widget-6']])
})
