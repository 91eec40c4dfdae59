import { expect, test } from 'vitest'
import { screenClass } from './screen-class'

test.each([
  [699, 900, false, 'mobile'],
  [700, 900, false, 'small'],
  [1024, 900, false, 'small'],
  [1025, 900, false, 'wide'],
  [900, 599, true, 'mobile'],
  [900, 599, false, 'small'],
  [900, 600, true, 'tablet'],
  [1400, 900, true, 'tablet'],
])('%i × %i with touch %s is %s', (width, height, hasTouch, expected) => {
  expect(screenClass({ width, height, hasTouch })).toBe(expected)
})
