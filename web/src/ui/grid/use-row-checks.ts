import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import type { GridProps } from './grid-props'

type CheckOptions = Pick<GridProps, 'rows' | 'cells' | 'selected' | 'onSelect'> & { announce(text: string): void }

/** Selection of rows by checkbox: one, a range from the last one, or all filtered rows. */
export function useRowChecks({ rows, cells, selected, onSelect, announce }: CheckOptions) {
  const { t } = useLingui()
  /** Id of the row that was toggled last. */
  const last = useRef<string>(undefined)
  const idAt = (position: number) => cells.rowId(rows[position] ?? 0)

  let visibleCount = 0
  if (selected && selected.size > 0) for (const record of rows) if (selected.has(cells.rowId(record))) visibleCount += 1
  const all: boolean | 'mixed' = visibleCount === 0 ? false : visibleCount === rows.length ? true : 'mixed'

  function updateSelection(next: ReadonlySet<string>) {
    onSelect?.(next)
    const { size } = next
    announce(t`${plural(size, { one: '# row selected', other: '# rows selected' })}`)
  }

  /** Sets all rows to the opposite of the row at `first`. */
  function toggle(positions: readonly number[], first: number) {
    if (!selected) return
    const next = new Set(selected)
    const isSelected = next.has(idAt(first))
    for (const at of positions) {
      if (isSelected) next.delete(idAt(at))
      else next.add(idAt(at))
    }
    updateSelection(next)
  }

  /** The rows between the one toggled last and this one; only this one if that is not visible. */
  function upTo(position: number): number[] {
    const from = rows.findIndex((record) => cells.rowId(record) === last.current)
    const start = from < 0 ? position : Math.min(from, position)
    const end = from < 0 ? position : Math.max(from, position)
    return Array.from({ length: end - start + 1 }, (_, index) => start + index)
  }

  return {
    /** Whether all rows are selected, some (`mixed`), or none. */
    all,
    check(position: number, isRange: boolean) {
      toggle(isRange ? upTo(position) : [position], position)
      last.current = idAt(position)
    },
    checkAllOf: (positions: readonly number[]) => toggle(positions, positions[0] ?? 0),
    checkAll() {
      const next = new Set(selected)
      for (const record of rows) {
        if (all === true) next.delete(cells.rowId(record))
        else next.add(cells.rowId(record))
      }
      updateSelection(next)
    },
  }
}
