import { expect, test } from 'vitest'
import { screenClass } from './screen-class'

interface Screen {
  width: number
  height: number
  hasTouch: boolean
}

/** Evaluates a media query of pixel ranges, touch, `and` and `or`. */
function holds(query: string, { width, height, hasTouch }: Screen): boolean {
  let open = query
    .replace(
      /\((width|height) < (\d+)px\)/g,
      (_, side, limit) => `${(side === 'width' ? width : height) < Number(limit)}`,
    )
    .replace(/\(pointer: coarse\)/g, `${hasTouch}`)
  for (let before = ''; before !== open; ) {
    before = open
    open = open
      .replace(/(true|false) and (true|false)/g, (_, one, other) => `${one === 'true' && other === 'true'}`)
      .replace(/(true|false) or (true|false)/g, (_, one, other) => `${one === 'true' || other === 'true'}`)
      .replace(/\((true|false)\)/g, '$1')
  }
  if (open !== 'true' && open !== 'false') throw new Error(`Not understood: ${open}`)
  return open === 'true'
}

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
  expect(screenClass((query) => holds(query, { width, height, hasTouch }))).toBe(expected)
})
