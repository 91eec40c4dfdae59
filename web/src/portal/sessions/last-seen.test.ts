import { expect, test } from 'vitest'
import { lastSeen } from './last-seen'

const now = Date.parse('2026-11-20T12:00:00Z')
const at = (instant: string) => lastSeen(instant, now)

test('a place seen in the last two minutes is there now', () => {
  expect(at('2026-11-20T11:59:40Z')).toEqual({ ago: 'now' })
  expect(at('2026-11-20T11:58:01Z')).toEqual({ ago: 'now' })
  expect(at('2026-11-20T12:00:20Z')).toEqual({ ago: 'now' })
})

test('minutes, then hours, then the day', () => {
  expect(at('2026-11-20T11:58:00Z')).toEqual({ ago: 'minute', count: 2 })
  expect(at('2026-11-20T11:00:01Z')).toEqual({ ago: 'minute', count: 59 })
  expect(at('2026-11-20T11:00:00Z')).toEqual({ ago: 'hour', count: 1 })
  expect(at('2026-11-19T12:00:01Z')).toEqual({ ago: 'hour', count: 23 })
  expect(at('2026-11-19T12:00:00Z')).toEqual({ ago: 'long', at: new Date('2026-11-19T12:00:00Z') })
})
