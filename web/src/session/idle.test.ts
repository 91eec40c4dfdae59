import { expect, test } from 'vitest'
import { isIdle } from './idle'

test('a session is idle after a whole hour without a sign of life', () => {
  expect(isIdle(1_000, 3_600_999)).toBe(false)
  expect(isIdle(1_000, 3_601_000)).toBe(true)
})
