import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ClipboardEvent } from 'react'
import { type CellChange, fillFrom, parseTsv, pasteInto, toTsv } from './clipboard'
import type { GridProps, RecordCellChange } from './grid-props'
import { checkboxColumn, type Layout } from './layout'
import { type Bounds, type Range, rangeOf, selectionAt } from './selection'
import type { ResolvedSelection } from './selection-by-id'

interface ClipboardOptions extends Pick<GridProps, 'rows' | 'cells' | 'onPaste' | 'onFill'> {
  layout: Layout
  bounds: Bounds
  selection: ResolvedSelection | undefined
  announce(text: string): void
}

/** Maximum number of copied cells: no spreadsheet pastes more from the clipboard. */
const maxCopiedCells = 1_000_000

/** Copy, paste and fill of the selected cells, as in a spreadsheet. */
export function useCellClipboard(options: ClipboardOptions) {
  const { rows, cells, layout, bounds, selection, announce, onPaste, onFill } = options
  const { t } = useLingui()
  /** Undefined while a heading or nothing is active. */
  const selectedCells = selection && selection.rows.length > 0 ? selection : undefined

  const textAt = (row: number, column: number) => {
    const columnIndex = layout.columnIndexes[column] ?? checkboxColumn
    return columnIndex === checkboxColumn ? '' : cells.text(rows[row] ?? 0, columnIndex)
  }

  const toRecordChanges = (changes: readonly CellChange[]): RecordCellChange[] =>
    changes.flatMap(({ row, column, text }) => {
      const columnIndex = layout.columnIndexes[column] ?? checkboxColumn
      return columnIndex === checkboxColumn ? [] : [{ row: rows[row] ?? 0, column: columnIndex, text }]
    })

  /** Passes the selected cells as tab-separated values to `write`, unless they are too many. */
  function copy(write: (text: string) => void) {
    if (!selectedCells) return
    const count = selectedCells.rows.length * selectedCells.columns.length
    if (count > maxCopiedCells) return announce(t`These are too many cells to copy. Select fewer.`)
    write(toTsv(selectedCells.rows, selectedCells.columns, textAt))
    announce(t`${plural(count, { one: '# cell copied', other: '# cells copied' })}`)
  }

  function paste(text: string) {
    if (!selectedCells) return
    if (text === '') return announce(t`The clipboard has no text.`)
    const block = parseTsv(text)
    const [[single, ...otherCells] = [], ...otherRows] = block
    if (selectedCells.range) onPaste?.(toRecordChanges(pasteInto(selectedCells.range, block, bounds)))
    // Into a selection with gaps, a single text is pasted in every cell; a block starts at the active cell.
    else if (single !== undefined && otherCells.length === 0 && otherRows.length === 0)
      onPaste?.(
        toRecordChanges(
          selectedCells.rows.flatMap((row) => selectedCells.columns.map((column) => ({ row, column, text: single }))),
        ),
      )
    else onPaste?.(toRecordChanges(pasteInto(rangeOf(selectionAt(selectedCells.active)), block, bounds)))
  }

  return {
    canFill: onFill !== undefined && selectedCells?.range !== undefined,
    onCopy(event: ClipboardEvent) {
      if (!selectedCells) return
      event.preventDefault()
      copy((text) => event.clipboardData.setData('text/plain', text))
    },
    onPaste(event: ClipboardEvent) {
      if (!selectedCells || !onPaste) return
      event.preventDefault()
      paste(event.clipboardData.getData('text/plain'))
    },
    /** The same for the menu; does nothing if the browser denies clipboard access. */
    copyByMenu: () => copy((text) => void navigator.clipboard?.writeText(text).catch(() => undefined)),
    pasteByMenu: onPaste && (() => void navigator.clipboard?.readText().then(paste, () => undefined)),
    /** Repeats the cells of `source` over the rest of `target`. */
    fill(source: Range, target: Range) {
      if (selectedCells) onFill?.(toRecordChanges(fillFrom(source, target, textAt)))
    },
  }
}
