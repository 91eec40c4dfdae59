import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { type CellId, cellAt, type GridContext, positionOf } from './cell-id'
import type { Editing, GridProps } from './grid-props'
import { checkboxColumn } from './layout'
import type { CellPosition } from './selection'

interface EditingOptions extends Pick<GridProps, 'cells' | 'editor' | 'onOpen'> {
  scroller: RefObject<HTMLDivElement | null>
  context: GridContext
  /** Scrolls to a cell and renders it. */
  reveal(at: CellPosition): void
  announce(text: string): void
}

/** The edited cell by id, since its position may change while the editor is open. */
type Edited = Pick<Editing, 'anchorRect' | 'typed'> & { cell: CellId }

/**
 * Editing a cell in place. For a locked cell the reason is announced; a cell without an editor opens its record. The
 * editor follows its cell, and closes when that is no longer visible.
 */
export function useCellEditing({ scroller, context, cells, editor, onOpen, reveal, announce }: EditingOptions) {
  const [edited, setEdited] = useState<Edited>()
  const position = edited && positionOf(edited.cell, context)
  const row = position?.row ?? -1
  const column = position?.column ?? -1
  const isMissing = edited !== undefined && position === undefined

  const elementAt = (at: CellPosition) =>
    scroller.current?.querySelector(`[data-row="${at.row}"] [data-column="${at.column}"]`)

  function edit(at: CellPosition, typed?: string) {
    const columnIndex = context.columnIndexes[at.column] ?? checkboxColumn
    const record = context.rows[at.row]
    if (record === undefined) return
    const isBox = columnIndex === checkboxColumn
    const lock = isBox ? undefined : cells.lock?.(record, columnIndex)
    if (lock !== undefined) return announce(lock)
    if (isBox || !editor || !cells.isEditable?.(record, columnIndex)) {
      if (typed === undefined) onOpen?.(record)
      return
    }
    const cell = cellAt(at, context)
    reveal(at)
    const element = elementAt(at)
    if (cell && element) setEdited({ cell, anchorRect: element.getBoundingClientRect(), typed })
  }

  function onDone() {
    setEdited(undefined)
    scroller.current?.focus({ preventScroll: true })
  }

  // Returns the focus to the grid when the edited cell disappears.
  const onMissing = useEffectEvent(onDone)
  useEffect(() => {
    if (isMissing) onMissing()
  }, [isMissing])

  // Measures the cell in the page again when it has moved.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the cell has moved
  useLayoutEffect(() => {
    const anchorRect = elementAt({ row, column })?.getBoundingClientRect()
    if (!anchorRect) return
    setEdited((now) =>
      now && (now.anchorRect.top !== anchorRect.top || now.anchorRect.left !== anchorRect.left)
        ? { ...now, anchorRect }
        : now,
    )
  }, [row, column])

  const editorElement =
    edited &&
    position &&
    editor?.({
      row: context.rows[position.row] ?? 0,
      column: context.columnIndexes[position.column] ?? checkboxColumn,
      anchorRect: edited.anchorRect,
      typed: edited.typed,
      onDone,
    })
  return { edit, editorElement }
}
