import { useLingui } from '@lingui/react/macro'
import type { KeyboardEvent } from 'react'
import { type Arrangement, changeColumn, fittingWidth, isNarrow, moveColumn, toggleSort } from './arrangement'
import type { GridProps } from './grid-props'
import { checkboxColumn, type Layout } from './layout'
import type { Place } from './selection'

interface HeaderKeyTerms extends Pick<GridProps, 'columns' | 'arrangement'> {
  layout: Layout
  active: Place | undefined
  arrange(next: Arrangement, said: string): void
  checkAll(): void
  /** Opens the menu of the column at this position. */
  onMenu(position: number): void
}

/** A step of a column's width by keyboard, in pixels. */
const widthStep = 10

/**
 * What the keys do on a heading: Enter and Space sort (with Shift in addition to what it is sorted by), Alt-arrows move
 * the column, with Shift they change its width, Alt-Down and the menu key open its menu. Gives whether it took the key.
 */
export function useHeaderKeys(terms: HeaderKeyTerms): (event: KeyboardEvent) => boolean {
  const { columns, arrangement, layout, active, arrange } = terms
  const { t } = useLingui()
  const position = active?.column ?? 0
  const place = layout.places[position] ?? checkboxColumn
  const column = columns[place]

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
    const width = fittingWidth(right - left + by)
    arrange(changeColumn(columns, arrangement, column.id, { width }), t`Width ${width}`)
  }

  function move(by: number) {
    const to = layout.places[position + by]
    if (!column || to === undefined || to === checkboxColumn) return
    const next = moveColumn(columns, arrangement, place, to)
    if (next === arrangement) return
    // The cursor stays with the column.
    arrange(next, t`${column.title} moved`)
  }

  return ({ key, shiftKey, altKey }) => {
    if (key === 'Enter' || key === ' ') {
      if (column) sort(shiftKey)
      else terms.checkAll()
      return true
    }
    if (!column) return false
    if (key === 'ContextMenu' || (shiftKey && key === 'F10') || (altKey && key === 'ArrowDown')) {
      terms.onMenu(position)
      return true
    }
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key]
    if (!altKey || by === undefined) return false
    if (shiftKey) widen(by * widthStep)
    else move(by)
    return true
  }
}
