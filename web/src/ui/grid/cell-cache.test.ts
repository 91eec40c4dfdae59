import { expect, test } from 'vitest'
import { CellCache } from './cell-cache'
import type { CellMarks } from './grid-cell'

const layout = {
  columnIndexes: new Int32Array(),
  offsets: new Float64Array(),
  pinned: 0,
  pinnedWidth: 0,
  width: 0,
  isNarrow: false,
  maxVisibleColumns: 0,
}
const plain: CellMarks = { activeId: undefined, isInRange: false, isFilled: false, hasGrip: false, hasHandle: false }
const shows = (shown: string, lock?: string) => ({ shown, lock })

/** Renders the cells of a row and counts how many were created. */
function counting() {
  const kept = new CellCache()
  return (
    texts: readonly string[],
    { from = 0, marks = plain, columns = layout, lock = undefined as string | undefined } = {},
  ) => {
    let made = 0
    kept.beginRender(columns)
    const rendered = texts.map((text, index) => {
      const at = from + index
      return kept.cell(at % 8, at, shows(text, lock), marks, () => {
        made += 1
        return `${at}: ${text}`
      })
    })
    return { made, rendered }
  }
}

test('scrolling to the side makes only the cells that come into sight', () => {
  const render = counting()
  expect(render(['a', 'b', 'c', 'd']).made).toBe(4)
  expect(render(['a', 'b', 'c', 'd']).made).toBe(0)
  expect(render(['c', 'd', 'e', 'f'], { from: 2 })).toEqual({ made: 2, rendered: ['2: c', '3: d', '4: e', '5: f'] })
})

test('another record makes only the cells that look different', () => {
  const render = counting()
  render(['User', '', '', ''])
  expect(render(['Admin', '', 'User', ''])).toEqual({ made: 2, rendered: ['0: Admin', '1: ', '2: User', '3: '] })
})

test('a cell that stands out, is locked, or stands elsewhere is made anew', () => {
  const render = counting()
  render(['a', 'b'])
  for (const mark of [
    { isInRange: true },
    { isFilled: true },
    { hasGrip: true },
    { hasHandle: true },
    { activeId: 'active' },
  ])
    expect(render(['a', 'b'], { marks: { ...plain, ...mark } }).made).toBe(2)
  expect(render(['a', 'b'], { lock: 'Owners stay' }).made).toBe(2)
  expect(render(['a', 'b'], { lock: 'Owners stay', columns: { ...layout } }).made).toBe(2)
})
