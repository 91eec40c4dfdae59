import { expect, test } from 'vitest'
import type { CellMarks } from './grid-cell'
import { KeptCells } from './kept-cells'

const layout = {
  places: new Int32Array(),
  offsets: new Float64Array(),
  pinned: 0,
  pinnedWidth: 0,
  width: 0,
  isNarrow: false,
  mostInSight: 0,
}
const plain: CellMarks = { activeId: undefined, isInRange: false, isFilled: false, hasGrip: false, hasHandle: false }
const shows = (shown: string, lock?: string) => ({ shown, lock })

/** Draws the cells of a row and counts how many were made. */
function counting() {
  const kept = new KeptCells()
  return (
    texts: readonly string[],
    { from = 0, marks = plain, columns = layout, lock = undefined as string | undefined } = {},
  ) => {
    let made = 0
    kept.begin(columns)
    const drawn = texts.map((text, index) => {
      const at = from + index
      return kept.cell(at % 8, at, shows(text, lock), marks, () => {
        made += 1
        return `${at}: ${text}`
      })
    })
    return { made, drawn }
  }
}

test('scrolling to the side makes only the cells that come into sight', () => {
  const draw = counting()
  expect(draw(['a', 'b', 'c', 'd']).made).toBe(4)
  expect(draw(['a', 'b', 'c', 'd']).made).toBe(0)
  expect(draw(['c', 'd', 'e', 'f'], { from: 2 })).toEqual({ made: 2, drawn: ['2: c', '3: d', '4: e', '5: f'] })
})

test('another record makes only the cells that look different', () => {
  const draw = counting()
  draw(['User', '', '', ''])
  expect(draw(['Admin', '', 'User', ''])).toEqual({ made: 2, drawn: ['0: Admin', '1: ', '2: User', '3: '] })
})

test('a cell that stands out, is locked, or stands elsewhere is made anew', () => {
  const draw = counting()
  draw(['a', 'b'])
  for (const mark of [
    { isInRange: true },
    { isFilled: true },
    { hasGrip: true },
    { hasHandle: true },
    { activeId: 'active' },
  ])
    expect(draw(['a', 'b'], { marks: { ...plain, ...mark } }).made).toBe(2)
  expect(draw(['a', 'b'], { lock: 'Owners stay' }).made).toBe(2)
  expect(draw(['a', 'b'], { lock: 'Owners stay', columns: { ...layout } }).made).toBe(2)
})
