import { useLingui } from '@lingui/react/macro'
import type { KeyboardEvent } from 'react'
import { type Arrangement, changeColumn, clampColumnWidth, isNarrow, moveColumn, toggleSort } from './arrangement'
import type { GridProps } from './grid-props'
import { checkboxColumn, type Layout } from './layout'
import type { CellPosition } from './selection'

interface HeaderKeyContext extends Pick<GridProps, 'columns' | 'arrangement'> {
  layout: Layout
  active: CellPosition | undefined
  arrange(next: Arrangement, announcement: string): void
  checkAll(): void
  /** Opens the menu of the column at this position. */
  onMenu(position: number): void
}

/** Step of a column's width by keyboard, in pixels. */
const widthStep = 10

/**
 * Keys on a heading: Enter and Space sort (with Shift as an additional key), Alt-arrows move the column and with Shift
 * resize it, Alt-Down and the menu key open its menu. Returns whether the key was handled.
 */
export function useHeaderKeys(options: HeaderKeyContext): (event: KeyboardEvent) => boolean {
  const { columns, arrangement, layout, active, arrange } = options
  const { t } = useLingui()
  const position = active?.column ?? 0
  const columnIndex = layout.columnIndexes[position] ?? checkboxColumn
  const column = columns[columnIndex]

  function sort(adds: boolean) {
    if (!column || column.isSortable === false) return
    const next = toggleSort(arrangement, column.id, adds)
    const key = next.sort?.find(({ id }) => id === column.id)
    const { title } = column
    arrange(
      next,
      !key
        ? t`No longer sorted by ${title}`
        : key.ascending
          ? t`Sorted by ${title}, ascending`
          : t`Sorted by ${title}, descending`,
    )
  }

  function widen(by: number) {
    if (!column || isNarrow(column, arrangement)) return
    const { [position]: left = 0, [position + 1]: right = 0 } = layout.offsets
    const width = clampColumnWidth(right - left + by)
    arrange(changeColumn(columns, arrangement, column.id, { width }), t`Width ${width}`)
  }

  function move(by: number) {
    const to = layout.columnIndexes[position + by]
    if (!column || to === undefined || to === checkboxColumn) return
    const next = moveColumn(columns, arrangement, columnIndex, to)
    if (next === arrangement) return
    // The active cell stays in the column.
    arrange(next, t`${column.title} moved`)
  }

  return ({ key, shiftKey, altKey }) => {
    if (key === 'Enter' || key === ' ') {
      if (column) sort(shiftKey)
      else options.checkAll()
      return true
    }
    if (!column) return false
    if (key === 'ContextMenu' || (shiftKey && key === 'F10') || (altKey && key === 'ArrowDown')) {
      options.onMenu(position)
      return true
    }
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key]
    if (!altKey || by === undefined) return false
    if (shiftKey) widen(by * widthStep)
    else move(by)
    return true
  }
}
