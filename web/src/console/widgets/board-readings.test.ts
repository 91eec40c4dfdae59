import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { boardReadings } from './board-readings'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What a board reads again in the next minute after these records have changed. */
function readAfter(...types: string[]): string[] {
  const read: string[] = []
  const readings = boardReadings(([key]) => read.push(String(key)))
  for (const type of types) readings.onChange(type)
  expect(read).toEqual([])
  vi.advanceTimersByTime(60_000)
  return read
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

test('many changes that come together are read once, and nothing after the board was left', () => {
  expect(readAfter(...Array.from({ length: 500 }, () => 'project-members'))).toEqual([
    'widget-figures',
    'project-stats',
  ])
  expect(readAfter('user-organizations')).toEqual([])
  const read = vi.fn()
  const readings = boardReadings(read)
  readings.onChange('project-members')
  readings.onReload()
  readings.stop()
  vi.advanceTimersByTime(60_000)
  expect(read).not.toHaveBeenCalled()
})
