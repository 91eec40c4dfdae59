import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ClipboardEvent } from 'react'
import { type CellChange, fillFrom, parseTsv, pasteInto, toTsv } from './clipboard'
import type { GridProps, Wanted } from './grid-props'
import type { StandingSelection } from './held-selection'
import { checkboxColumn, type Layout } from './layout'
import { type Bounds, type Range, rangeOf, selectionAt } from './selection'

interface ClipboardTerms extends Pick<GridProps, 'rows' | 'cells' | 'onPaste' | 'onFill'> {
  layout: Layout
  bounds: Bounds
  selection: StandingSelection | undefined
  say(words: string): void
}

/** More cells than this are not copied at once: no spreadsheet takes them from the clipboard. */
const mostCopied = 1_000_000

/** Copying, pasting and filling the selected cells, as a spreadsheet does it. */
export function useCellClipboard(terms: ClipboardTerms) {
  const { rows, cells, layout, bounds, selection, say, onPaste, onFill } = terms
  const { t } = useLingui()
  /** Undefined while a heading or nothing is where the person is. */
  const taken = selection && selection.rows.length > 0 ? selection : undefined

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
    if (!taken) return
    const count = taken.rows.length * taken.columns.length
    if (count > mostCopied) return say(t`These are too many cells to copy. Select fewer.`)
    put(toTsv(taken.rows, taken.columns, textAt))
    say(t`${plural(count, { one: '# cell copied', other: '# cells copied' })}`)
  }

  function paste(text: string) {
    if (!taken) return
    const block = parseTsv(text)
    const [[single, ...besides] = [], ...below] = block
    if (taken.range) onPaste?.(wanted(pasteInto(taken.range, block, bounds)))
    // Into cells between which others stand, one text goes as it is; a block has its place at the active one.
    else if (single !== undefined && besides.length === 0 && below.length === 0)
      onPaste?.(wanted(taken.rows.flatMap((row) => taken.columns.map((column) => ({ row, column, text: single })))))
    else onPaste?.(wanted(pasteInto(rangeOf(selectionAt(taken.active)), block, bounds)))
  }

  return {
    canFill: onFill !== undefined && taken?.range !== undefined,
    onCopy(event: ClipboardEvent) {
      if (!taken) return
      event.preventDefault()
      copy((text) => event.clipboardData.setData('text/plain', text))
    },
    onPaste(event: ClipboardEvent) {
      if (!taken || !onPaste) return
      event.preventDefault()
      paste(event.clipboardData.getData('text/plain'))
    },
    /** The same without keys; a browser that does not let us at its clipboard leaves everything as it is. */
    copyByMenu: () => copy((text) => void navigator.clipboard?.writeText(text).catch(() => undefined)),
    pasteByMenu: onPaste && (() => void navigator.clipboard?.readText().then(paste, () => undefined)),
    /** Repeats the cells of `source` over the rest of `target`. */
    fill(source: Range, target: Range) {
      if (taken) onFill?.(wanted(fillFrom(source, target, textAt)))
    },
  }
}
