import { expect, test } from 'vitest'
import { trialOf } from './trial'

const endsAt = '2026-03-11T12:00:00Z'

test.each([
  ['2026-03-01T12:00:00Z', 10],
  ['2026-03-01T12:00:01Z', 10],
  ['2026-03-10T12:00:00Z', 1],
  ['2026-03-11T11:59:59Z', 1],
])('at %s there are %d days left', (now, daysLeft) => {
  expect(trialOf(endsAt, new Date(now))).toEqual({ isOver: false, daysLeft })
})

test('at its end it is over', () => {
  expect(trialOf(endsAt, new Date(endsAt))).toEqual({ isOver: true })
})
