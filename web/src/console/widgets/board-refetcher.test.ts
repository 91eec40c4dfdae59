import { expect, test } from 'vitest'
import { boardRefetcher } from './board-refetcher'

/** The query keys that are refetched after a change of this type, soonest first. */
function readAfter(type: string): string[] {
  const read: { key: string; withinMs: number }[] = []
  boardRefetcher(([key], withinMs) => read.push({ key: String(key), withinMs })).onChange(type)
  return read.toSorted((one, other) => one.withinMs - other.withinMs).map(({ key }) => key)
}

test.each(['project-members', 'buildings', 'documents', 'topics'])(
  'when %s change, the numbers in view are read again, and then what cards are ordered by',
  (type) => expect(readAfter(type)).toEqual(['widget-figures', 'project-stats']),
)

test.each(['groups', 'folders', 'report-templates'])(
  'when %s change, which no widget shows, what cards are ordered by is read again',
  (type) => expect(readAfter(type)).toEqual(['project-stats']),
)

test('a change of a widget or a project is read at once with its card', () => {
  expect(readAfter('dashboard-widgets')).toEqual(['dashboard-widgets', 'project-stats'])
  expect(readAfter('projects')).toEqual(['dashboard-widgets', 'project-stats', 'widget-figures'])
})

test('when a quarter of an hour begins, the numbers in view are read again once, not by all boards at the same moment', () => {
  const read: { key: string; withinMs: number }[] = []
  const refetcher = boardRefetcher(([key], withinMs) => read.push({ key: String(key), withinMs }))
  for (const _ of Array(20)) refetcher.onQuarterHour()
  expect(new Set(read.map(({ key }) => key))).toEqual(new Set(['widget-figures']))
  expect(read).toHaveLength(20)
  expect(new Set(read.map(({ withinMs }) => withinMs)).size).toBeGreaterThan(1)
  expect(Math.max(...read.map(({ withinMs }) => withinMs))).toBeLessThan(31_000)
})

test('what the board does not show is not read again, and all of it after something was missed', () => {
  expect(readAfter('user-organizations')).toEqual([])
  const read: string[] = []
  boardRefetcher(([key]) => read.push(String(key))).onReload()
  expect(read).toEqual(['dashboard-widgets', 'project-stats', 'widget-figures'])
})
