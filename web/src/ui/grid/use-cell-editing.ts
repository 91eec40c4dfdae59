import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { type CellGround, type CellId, cellAt, placeOf } from './cell-id'
import type { Editing, GridProps } from './grid-props'
import { checkboxColumn } from './layout'
import type { Place } from './selection'

interface EditingTerms extends CellGround, Pick<GridProps, 'editor' | 'onOpen'> {
  scroller: RefObject<HTMLDivElement | null>
  say(words: string): void
}

/** The cell by its ids: the rows may be read again meanwhile, and another one stands where it stood. */
type Edited = Pick<Editing, 'beside' | 'typed'> & { id: CellId }

/**
 * Editing a cell in its place. A locked one says why instead; one that has no editor opens its record. The editor goes
 * with its cell when that moves, and closes when it is gone.
 */
export function useCellEditing(terms: EditingTerms) {
  const { scroller, layout, columns, rows, cells, editor, onOpen, say } = terms
  const ground = { layout, columns, rows, cells }
  const [edited, setEdited] = useState<Edited>()
  const place = edited && placeOf(edited.id, ground)
  const row = place?.row ?? -1
  const column = place?.column ?? -1
  const isGone = edited !== undefined && place === undefined

  const cellIn = (at: Place) => scroller.current?.querySelector(`[data-row="${at.row}"] [data-column="${at.column}"]`)

  function edit(at: Place, typed?: string) {
    const natural = layout.places[at.column] ?? checkboxColumn
    const record = rows[at.row]
    if (record === undefined) return
    const id = cellAt(at, ground)
    const lock = id && cells.lock?.(record, natural)
    if (lock !== undefined) return say(lock)
    if (!id || !editor || !cells.isEditable?.(record, natural)) {
      if (typed === undefined) onOpen?.(record)
      return
    }
    const cell = cellIn(at)
    if (cell) setEdited({ id, beside: cell.getBoundingClientRect(), typed })
  }

  function onDone() {
    setEdited(undefined)
    scroller.current?.focus({ preventScroll: true })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the cell has gone
  useEffect(() => {
    if (isGone) onDone()
  }, [isGone])

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the cell has moved
  useLayoutEffect(() => {
    const beside = cellIn({ row, column })?.getBoundingClientRect()
    if (!beside) return
    setEdited((now) =>
      now && (now.beside.top !== beside.top || now.beside.left !== beside.left) ? { ...now, beside } : now,
    )
  }, [row, column])

  const drawn =
    edited &&
    place &&
    editor?.({
      row: rows[place.row] ?? 0,
      column: layout.places[place.column] ?? checkboxColumn,
      beside: edited.beside,
      typed: edited.typed,
      onDone,
    })
  return { edit, drawn }
}
