import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import type { GridProps } from './grid-props'

type CheckTerms = Pick<GridProps, 'rows' | 'cells' | 'selected' | 'onSelect'> & { say(words: string): void }

/** Selecting rows by their checkboxes: one, all from the last one to this one, or all that are found. */
export function useRowChecks({ rows, cells, selected, onSelect, say }: CheckTerms) {
  const { t } = useLingui()
  /** The row that was turned last, by its id. */
  const last = useRef<string>(undefined)
  const idAt = (position: number) => cells.rowId(rows[position] ?? 0)

  let shown = 0
  if (selected && selected.size > 0) for (const record of rows) if (selected.has(cells.rowId(record))) shown += 1
  const all: boolean | 'mixed' = shown === 0 ? false : shown === rows.length ? true : 'mixed'

  function give(next: ReadonlySet<string>) {
    onSelect?.(next)
    const { size } = next
    say(t`${plural(size, { one: '# row selected', other: '# rows selected' })}`)
  }

  /** Turns rows into what the one at `first` is not. */
  function turn(positions: readonly number[], first: number) {
    if (!selected) return
    const next = new Set(selected)
    const isTaken = next.has(idAt(first))
    for (const at of positions) {
      if (isTaken) next.delete(idAt(at))
      else next.add(idAt(at))
    }
    give(next)
  }

  /** The rows from the one that was turned last to this one; this one alone when that is not shown any more. */
  function upTo(position: number): number[] {
    const from = rows.findIndex((record) => cells.rowId(record) === last.current)
    const start = from < 0 ? position : Math.min(from, position)
    const end = from < 0 ? position : Math.max(from, position)
    return Array.from({ length: end - start + 1 }, (_, index) => start + index)
  }

  return {
    /** Whether all rows are selected, some, or none. */
    all,
    check(position: number, isRange: boolean) {
      turn(isRange ? upTo(position) : [position], position)
      last.current = idAt(position)
    },
    checkAllOf: (positions: readonly number[]) => turn(positions, positions[0] ?? 0),
    checkAll() {
      const next = new Set(selected)
      for (const record of rows) {
        if (all === true) next.delete(cells.rowId(record))
        else next.add(cells.rowId(record))
      }
      give(next)
    },
  }
}
