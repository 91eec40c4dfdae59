import { expect, test } from 'vitest'
import type { RowDrawing } from './grid-cell'
import { KeptCells } from './kept-cells'

const row = (record: number): RowDrawing => ({
  columns: [],
  cells: grid,
  layout,
  record,
  isSelected: false,
  checkboxWords: '',
})
const grid = { rowId: String, rowTitle: String, text: () => '' }
const layout = { places: new Int32Array(), offsets: new Float64Array(), pinned: 0, pinnedWidth: 0, width: 0 }
const plain = { activeId: undefined, isInRange: false, isFilled: false, hasHandle: false }

/** Draws cells and counts how many were made. */
function counting() {
  const kept = new KeptCells()
  let made = 0
  const draw = (drawing: RowDrawing, from: number, to: number, marks = plain) => {
    made = 0
    kept.begin(drawing)
    for (let at = from; at < to; at += 1)
      kept.cell(at % 8, at, marks, () => {
        made += 1
        return `${drawing.record}:${at}`
      })
    return made
  }
  return { kept, draw }
}

test('scrolling to the side makes only the cells that come into sight', () => {
  const { draw } = counting()
  const columns = row(1)
  expect(draw(columns, 0, 6)).toBe(6)
  expect(draw({ ...columns }, 0, 6)).toBe(0)
  expect(draw({ ...columns }, 2, 8)).toBe(2)
})

test('another record, or another state of the row, makes all of its cells anew', () => {
  const { draw } = counting()
  const columns = row(1)
  draw(columns, 0, 6)
  expect(draw({ ...columns, record: 2 }, 0, 6)).toBe(6)
  expect(draw({ ...columns, record: 2, isSelected: true }, 0, 6)).toBe(6)
  expect(draw({ ...columns, record: 2, isSelected: true, cells: { ...grid } }, 0, 6)).toBe(6)
})

test('a cell that stands out differently is made anew, and given as it is now', () => {
  const { kept, draw } = counting()
  const columns = row(1)
  draw(columns, 0, 6)
  expect(draw({ ...columns }, 0, 6, { ...plain, isInRange: true })).toBe(6)
  expect(kept.cell(3, 3, { ...plain, isInRange: true }, () => 'another')).toBe('1:3')
  expect(kept.cell(3, 3, plain, () => 'another')).toBe('another')
})
