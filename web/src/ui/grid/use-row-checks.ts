import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import type { GridProps } from './grid-props'

type CheckTerms = Pick<GridProps, 'rows' | 'cells' | 'selected' | 'onSelect'> & { say(words: string): void }

/** Selecting rows by their checkboxes: one, all from the last one to this one, or all that are found. */
export function useRowChecks({ rows, cells, selected, onSelect, say }: CheckTerms) {
  const { t } = useLingui()
  const last = useRef(0)
  const idAt = (position: number) => cells.rowId(rows[position] ?? 0)

  let shown = 0
  if (selected && selected.size > 0) for (const record of rows) if (selected.has(cells.rowId(record))) shown += 1
  const all: boolean | 'mixed' = shown === 0 ? false : shown === rows.length ? true : 'mixed'

  function give(next: ReadonlySet<string>) {
    onSelect?.(next)
    say(t`${next.size} rows selected`)
  }

  /** Turns the rows from one position to another into what the first of them is not. */
  function turn(from: number, to: number, first: number) {
    if (!selected) return
    const next = new Set(selected)
    const isTaken = next.has(idAt(first))
    for (let at = Math.min(from, to); at <= Math.max(from, to); at += 1) {
      if (isTaken) next.delete(idAt(at))
      else next.add(idAt(at))
    }
    last.current = to
    give(next)
  }

  return {
    /** Whether all rows are selected, some, or none. */
    all,
    check: (position: number, isRange: boolean) => turn(isRange ? last.current : position, position, position),
    checkRange: (top: number, bottom: number) => turn(top, bottom, top),
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
