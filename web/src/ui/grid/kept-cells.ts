import type { ReactNode } from 'react'
import type { CellMarks, RowDrawing } from './grid-cell'

interface Kept extends CellMarks {
  at: number
  drawn: ReactNode
}

/**
 * The cells that a row has drawn, by slot. One that is asked for again and looks the same is given again as it is, which
 * React then passes over: scrolling to the side makes the cells that come into sight and no others.
 */
export class KeptCells {
  #row: RowDrawing | undefined
  #slots = new Map<number, Kept>()

  /** Begins a drawing of the row; forgets all cells when anything about the whole row is another. */
  begin(row: RowDrawing): void {
    const before = this.#row
    this.#row = row
    const isSame =
      before !== undefined && (Object.keys(row) as (keyof RowDrawing)[]).every((each) => before[each] === row[each])
    if (!isSame) this.#slots.clear()
  }

  /** The cell of a slot: the kept one, or one that is drawn now. */
  cell(slot: number, at: number, marks: CellMarks, draw: () => ReactNode): ReactNode {
    const kept = this.#slots.get(slot)
    if (
      kept?.at === at &&
      kept.activeId === marks.activeId &&
      kept.isInRange === marks.isInRange &&
      kept.isFilled === marks.isFilled &&
      kept.hasHandle === marks.hasHandle
    )
      return kept.drawn
    const drawn = draw()
    this.#slots.set(slot, { at, ...marks, drawn })
    return drawn
  }
}
