import { useLingui } from '@lingui/react/macro'
import type { ClipboardEvent } from 'react'
import { type CellChange, fillFrom, parseTsv, pasteInto, toTsv } from './clipboard'
import type { GridProps, Wanted } from './grid-props'
import { checkboxColumn, type Layout } from './layout'
import { type Bounds, cellsIn, type Range } from './selection'

interface ClipboardTerms extends Pick<GridProps, 'rows' | 'cells' | 'onPaste' | 'onFill'> {
  layout: Layout
  bounds: Bounds
  range: Range
  /** False while the header or nothing is where the person is. */
  isInGrid: boolean
  say(words: string): void
}

/** More cells than this are not copied at once: no spreadsheet takes them from the clipboard. */
const mostCopied = 1_000_000

/** Copying, pasting and filling the selected cells, as a spreadsheet does it. */
export function useCellClipboard(terms: ClipboardTerms) {
  const { rows, cells, layout, bounds, range, isInGrid, say, onPaste, onFill } = terms
  const { t } = useLingui()

  const textAt = (row: number, column: number) => {
    const place = layout.places[column] ?? checkboxColumn
    return place === checkboxColumn ? '' : cells.text(rows[row] ?? 0, place)
  }

  const wanted = (changes: readonly CellChange[]): Wanted[] =>
    changes.flatMap(({ row, column, text }) => {
      const place = layout.places[column] ?? checkboxColumn
      return place === checkboxColumn ? [] : [{ row: rows[row] ?? 0, column: place, text }]
    })

  /** Hands the taken cells to `put` as a spreadsheet wants them, unless they are too many. */
  function copy(put: (text: string) => void) {
    const count = cellsIn(range)
    if (count > mostCopied) return say(t`These are too many cells to copy. Select fewer.`)
    put(toTsv(range, textAt))
    say(count === 1 ? t`Cell copied` : t`${count} cells copied`)
  }

  const paste = (text: string) => onPaste?.(wanted(pasteInto(range, parseTsv(text), bounds)))

  return {
    canFill: onFill !== undefined && isInGrid,
    onCopy(event: ClipboardEvent) {
      if (!isInGrid) return
      event.preventDefault()
      copy((text) => event.clipboardData.setData('text/plain', text))
    },
    onPaste(event: ClipboardEvent) {
      if (!isInGrid || !onPaste) return
      event.preventDefault()
      paste(event.clipboardData.getData('text/plain'))
    },
    /** The same without keys; a browser that does not let us at its clipboard leaves everything as it is. */
    copyByMenu: () => copy((text) => void navigator.clipboard?.writeText(text).catch(() => undefined)),
    pasteByMenu: onPaste && (() => void navigator.clipboard?.readText().then(paste, () => undefined)),
    /** Repeats the cells of `source` over the rest of `target`. */
    fill(source: Range, target: Range) {
      if (isInGrid) onFill?.(wanted(fillFrom(source, target, textAt)))
    },
  }
}
