import { type RefObject, useState } from 'react'
import type { Editing, GridProps } from './grid-props'
import { checkboxColumn, type Layout } from './layout'
import type { Place } from './selection'

interface EditingTerms extends Pick<GridProps, 'rows' | 'cells' | 'editor' | 'onOpen'> {
  scroller: RefObject<HTMLDivElement | null>
  layout: Layout
  say(words: string): void
}

/** Editing a cell in its place. A locked one says why instead; one that has no editor opens its record. */
export function useCellEditing({ scroller, layout, rows, cells, editor, onOpen, say }: EditingTerms) {
  const [editing, setEditing] = useState<Omit<Editing, 'onDone'>>()

  function edit(place: Place, typed?: string) {
    const column = layout.places[place.column] ?? checkboxColumn
    const record = rows[place.row]
    if (record === undefined) return
    const isBox = column === checkboxColumn
    const lock = isBox ? undefined : cells.lock?.(record, column)
    if (lock !== undefined) return say(lock)
    if (isBox || !editor || !cells.isEditable?.(record, column)) {
      if (typed === undefined) onOpen?.(record)
      return
    }
    const cell = scroller.current?.querySelector(`[data-row="${place.row}"] [data-column="${place.column}"]`)
    if (cell) setEditing({ row: record, column, beside: cell.getBoundingClientRect(), typed })
  }

  function onDone() {
    setEditing(undefined)
    scroller.current?.focus({ preventScroll: true })
  }

  return { edit, drawn: editing && editor?.({ ...editing, onDone }) }
}
