import type { ReactNode } from 'react'
import type { CellContent, CellMarks } from './grid-cell'
import type { Layout } from './layout'

type Kept = CellContent & CellMarks & { at: number; drawn: ReactNode }

/**
 * The cells that a row has drawn, by slot. One that is asked for again and looks the same is given again as it is, which
 * React then passes over: scrolling to the side makes only the cells that come into sight, and a row that takes another
 * record makes only those that look different. Most cells of a large table look like those below them: empty.
 */
export class KeptCells {
  #layout: Layout | undefined
  #slots = new Map<number, Kept>()

  /** Begins a drawing of the row; forgets all cells when the columns stand otherwise. */
  begin(layout: Layout): void {
    if (this.#layout !== layout) this.#slots.clear()
    this.#layout = layout
  }

  /** The cell of a slot: the kept one, or one that is drawn now. */
  cell(slot: number, at: number, content: CellContent, marks: CellMarks, draw: () => ReactNode): ReactNode {
    const kept = this.#slots.get(slot)
    if (
      kept?.at === at &&
      kept.shown === content.shown &&
      kept.lock === content.lock &&
      kept.activeId === marks.activeId &&
      kept.isInRange === marks.isInRange &&
      kept.isFilled === marks.isFilled &&
      kept.hasGrip === marks.hasGrip &&
      kept.hasHandle === marks.hasHandle
    )
      return kept.drawn
    const drawn = draw()
    this.#slots.set(slot, { at, ...content, ...marks, drawn })
    return drawn
  }
}
