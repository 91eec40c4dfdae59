import type { WidgetFigures } from '@lintel/contract/projects/dashboard-figures'
import { expect, test } from 'vitest'
import type { WallWidget } from './wall-calls'
import { gridFor, scaleFor, tilesOf } from './wall-tiles'

const widget = (id: string, typeName: WallWidget['typeName']): WallWidget => ({
  id,
  typeName,
  project: 'harbour',
  projectName: 'Harbour',
  order: 0,
  size: [1, 1],
  dataIds: null,
  image: null,
})
const counts = { totalOpen: 3, totalDone: 2, totalClosed: 1, openedToday: 1, doneToday: 0, closedToday: 0 }
const workflow = (id: string) => ({ id, version: 1, project: 'harbour', workflowName: `Flow ${id}`, ...counts })

test('a table with more lines than can be read from afar goes on in further tiles, and none is left out', () => {
  const eight = Array.from({ length: 8 }, (_, at) => workflow(String(at)))
  const figures = { id: 'flows', state: 'read', readAt: '', workflows: eight } as unknown as WidgetFigures
  const tiles = tilesOf([widget('flows', 'workflows')], new Map([['flows', figures]]))
  expect(tiles.map(({ rows }) => rows.length)).toEqual([2, 2, 2, 2])
  expect(tiles.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(eight.map(({ id }) => id))
  expect(new Set(tiles.map(({ key }) => key)).size).toBe(4)
  expect(tiles[0]?.rows[0]?.states).toEqual([
    { total: 3, today: 1 },
    { total: 2, today: 0 },
    { total: 1, today: 0 },
  ])
})

test('a widget has its tile before its figures were read', () => {
  const [tile, ...more] = tilesOf([widget('info', 'generic-info')], undefined)
  expect([tile?.figures, tile?.rows, more]).toEqual([undefined, [], []])
})

test('a large screen has several columns and rows of tiles, a phone one column', () => {
  expect(gridFor({ width: 1920, height: 1080 })).toEqual({ columns: 4, rows: 3 })
  expect(gridFor({ width: 1280, height: 720 })).toEqual({ columns: 2, rows: 2 })
  expect(gridFor({ width: 360, height: 300 })).toEqual({ columns: 1, rows: 1 })
})

test('a very large screen shows the same number of tiles, larger', () => {
  expect(scaleFor({ width: 1280, height: 720 })).toBe(1)
  expect(scaleFor({ width: 1920, height: 1080 })).toBe(1)
  expect(scaleFor({ width: 3840, height: 2160 })).toBe(2)
  // A wide and low window is scaled by its height.
  expect(scaleFor({ width: 7680, height: 1080 })).toBe(1)
})
