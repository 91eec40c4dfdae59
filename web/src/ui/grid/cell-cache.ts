import type { ReactNode } from 'react'
import type { CellContent, CellMarks } from './grid-cell'
import type { Layout } from './layout'

type CachedCell = CellContent & CellMarks & { at: number; rendered: ReactNode }

/**
 * Caches the rendered cells of a row by slot. An unchanged cell is returned as the same element, which React skips:
 * horizontal scrolling creates only cells that come into view, and a row reused for another record only those that look
 * different, which are few in a large table of mostly empty cells.
 */
export class CellCache {
  #layout: Layout | undefined
  #slots = new Map<number, CachedCell>()

  /** Starts a render of the row; clears the cache if the layout has changed. */
  beginRender(layout: Layout): void {
    if (this.#layout !== layout) this.#slots.clear()
    this.#layout = layout
  }

  /** The cell of a slot: the cached one if it is unchanged, else a new one. */
  cell(slot: number, at: number, content: CellContent, marks: CellMarks, render: () => ReactNode): ReactNode {
    const cached = this.#slots.get(slot)
    if (
      cached?.at === at &&
      cached.shown === content.shown &&
      cached.lock === content.lock &&
      cached.activeId === marks.activeId &&
      cached.isInRange === marks.isInRange &&
      cached.isFilled === marks.isFilled &&
      cached.hasGrip === marks.hasGrip &&
      cached.hasHandle === marks.hasHandle
    )
      return cached.rendered
    const rendered = render()
    this.#slots.set(slot, { at, ...content, ...marks, rendered })
    return rendered
  }
}
