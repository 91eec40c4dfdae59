import { expect, test } from 'vitest'
import { lastOpened } from './last-opened'

const now = new Date(2026, 2, 30, 9, 30)
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString()

test('a project opened this morning was opened today, and so was one a clock ahead of ours opened', () => {
  expect(lastOpened(at(2026, 2, 30, 0, 0), now)).toEqual({ on: 'today' })
  expect(lastOpened(at(2026, 2, 30, 9, 31), now)).toEqual({ on: 'today' })
})

test('yesterday is the whole day before, also when the clocks changed in it', () => {
  expect(lastOpened(at(2026, 2, 29, 0, 0), now)).toEqual({ on: 'yesterday' })
  expect(lastOpened(at(2026, 2, 29, 23, 59), now)).toEqual({ on: 'yesterday' })
  expect(lastOpened(at(2026, 2, 28, 23, 59), now)).toMatchObject({ on: 'date', isThisYear: true })
})

test('a date of another year says so', () => {
  expect(lastOpened(at(2025, 11, 31, 12, 0), now)).toMatchObject({ on: 'date', isThisYear: false })
})
