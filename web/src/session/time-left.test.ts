import { expect, test } from 'vitest'
import { timeLeft } from './time-left'

test('the time left reads like a clock', () => {
  expect([120_000, 119_001, 119_000, 60_000, 9_500, 1, 0, -5_000].map(timeLeft)).toEqual([
    '2:00',
    '2:00',
    '1:59',
    '1:00',
    '0:10',
    '0:01',
    '0:00',
    '0:00',
  ])
})
