import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { type CellId, cellAt, type Ground, placeOf } from './cell-id'
import type { Editing, GridProps } from './grid-props'
import { checkboxColumn } from './layout'
import type { Place } from './selection'

interface EditingTerms extends Pick<GridProps, 'cells' | 'editor' | 'onOpen'> {
  scroller: RefObject<HTMLDivElement | null>
  ground: Ground
  say(words: string): void
}

/** The cell by its identity: others may stand where it stood before the editor is left. */
type Edited = Pick<Editing, 'beside' | 'typed'> & { cell: CellId }

/**
 * Editing a cell in its place. A locked one says why instead; one that has no editor opens its record. The editor goes
 * with its cell when that moves, and closes when it is not shown any more.
 */
export function useCellEditing({ scroller, ground, cells, editor, onOpen, say }: EditingTerms) {
  const [edited, setEdited] = useState<Edited>()
  const place = edited && placeOf(edited.cell, ground)
  const row = place?.row ?? -1
  const column = place?.column ?? -1
  const isGone = edited !== undefined && place === undefined

  const elementAt = (at: Place) =>
    scroller.current?.querySelector(`[data-row="${at.row}"] [data-column="${at.column}"]`)

  function edit(at: Place, typed?: string) {
    const natural = ground.places[at.column] ?? checkboxColumn
    const record = ground.rows[at.row]
    if (record === undefined) return
    const isBox = natural === checkboxColumn
    const lock = isBox ? undefined : cells.lock?.(record, natural)
    if (lock !== undefined) return say(lock)
    if (isBox || !editor || !cells.isEditable?.(record, natural)) {
      if (typed === undefined) onOpen?.(record)
      return
    }
    const cell = cellAt(at, ground)
    const element = elementAt(at)
    if (cell && element) setEdited({ cell, beside: element.getBoundingClientRect(), typed })
  }

  function onDone() {
    setEdited(undefined)
    scroller.current?.focus({ preventScroll: true })
  }

  // The focus goes back to the grid when the cell has gone, which only the browser can do.
  const onGone = useEffectEvent(onDone)
  useEffect(() => {
    if (isGone) onGone()
  }, [isGone])

  // Where the cell was drawn is measured in the page: again when it stands elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the cell has moved
  useLayoutEffect(() => {
    const beside = elementAt({ row, column })?.getBoundingClientRect()
    if (!beside) return
    setEdited((now) =>
      now && (now.beside.top !== beside.top || now.beside.left !== beside.left) ? { ...now, beside } : now,
    )
  }, [row, column])

  const drawn =
    edited &&
    place &&
    editor?.({
      row: ground.rows[place.row] ?? 0,
      column: ground.places[place.column] ?? checkboxColumn,
      beside: edited.beside,
      typed: edited.typed,
      onDone,
    })
  return { edit, drawn }
}
