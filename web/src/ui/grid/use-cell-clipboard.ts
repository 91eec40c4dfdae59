import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ClipboardEvent } from 'react'
import { type CellChange, fillFrom, maxChangedCells, parseTsv, pastedExtent, pasteInto, toTsv } from './clipboard'
import type { GridProps, RecordCellChange } from './grid-props'
import { checkboxColumn, type Layout } from './layout'
import { type Bounds, cellsIn, type Range, rangeOf, selectionAt } from './selection'
import type { ResolvedSelection } from './selection-by-id'

interface ClipboardOptions extends Pick<GridProps, 'rows' | 'cells' | 'columns' | 'onPaste' | 'onFill'> {
  layout: Layout
  bounds: Bounds
  selection: ResolvedSelection | undefined
  announce(text: string): void
}

/** Maximum number of copied cells: no spreadsheet pastes more from the clipboard. */
const maxCopiedCells = 1_000_000

/** Copy, paste and fill of the selected cells, as in a spreadsheet. */
export function useCellClipboard(options: ClipboardOptions) {
  const { rows, cells, columns, layout, bounds, selection, announce, onPaste, onFill } = options
  const { t } = useLingui()
  /** Undefined while a heading or nothing is active. */
  const selectedCells = selection && selection.rows.length > 0 ? selection : undefined

  const indexOf = (column: number) => layout.columnIndexes[column] ?? checkboxColumn
  const hasText = (column: number) => indexOf(column) !== checkboxColumn
  const canFill = onFill !== undefined && selectedCells?.range !== undefined
  const canFillFrom = (column: number) => hasText(column) && columns[indexOf(column)]?.canFill !== false
  const copiedColumns = selectedCells?.columns.filter(hasText) ?? []
  const textAt = (row: number, column: number) => (hasText(column) ? cells.text(rows[row] ?? 0, indexOf(column)) : '')

  const toRecordChanges = (changes: readonly CellChange[]): RecordCellChange[] =>
    changes.flatMap(({ row, column, text }) =>
      hasText(column) ? [{ row: rows[row] ?? 0, column: indexOf(column), text }] : [],
    )

  /** Whether so many cells can be changed at once; otherwise announces why not. */
  function mayChange(count: number): boolean {
    if (count > maxChangedCells) announce(t`These are too many cells to change. Select fewer.`)
    return count <= maxChangedCells
  }

  /** Passes the selected cells as tab-separated values to `write`, unless they are too many. */
  function copy(write: (text: string) => void) {
    if (!selectedCells) return
    const count = selectedCells.rows.length * copiedColumns.length
    if (count > maxCopiedCells) return announce(t`These are too many cells to copy. Select fewer.`)
    write(toTsv(selectedCells.rows, copiedColumns, textAt))
    announce(t`${plural(count, { one: '# cell copied', other: '# cells copied' })}`)
  }

  function paste(text: string) {
    if (!selectedCells) return
    if (text === '') return announce(t`The clipboard has no text.`)
    const block = parseTsv(text)
    const [[single, ...otherCells] = [], ...otherRows] = block
    // Into a selection with gaps, a single text is pasted in every cell; a block starts at the active cell.
    if (!selectedCells.range && single !== undefined && otherCells.length === 0 && otherRows.length === 0) {
      if (!mayChange(selectedCells.rows.length * copiedColumns.length)) return
      const changes = selectedCells.rows.flatMap((row) =>
        copiedColumns.map((column) => ({ row, column, text: single })),
      )
      return onPaste?.(toRecordChanges(changes))
    }
    const range = fromColumn(selectedCells.range ?? rangeOf(selectionAt(selectedCells.active)), hasText)
    if (!range) return
    const extent = pastedExtent(range, block, bounds)
    if (mayChange(extent.rows * extent.columns)) onPaste?.(toRecordChanges(pasteInto(range, block, bounds)))
  }

  return {
    canFill,
    /** Whether the cells of a column can fill others. */
    fills: (column: number) => canFill && canFillFrom(column),
    onCopy(event: ClipboardEvent) {
      if (copiedColumns.length === 0) return
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
    /** Repeats the cells of `source` over the rest of `target`, from the first column on that can be filled. */
    fill(source: Range, target: Range) {
      const filled = fromColumn(target, canFillFrom)
      if (!selectedCells || !filled) return
      const left = Math.max(source.left, filled.left)
      const from = { ...source, left, right: Math.max(source.right, left) }
      if (mayChange(cellsIn(filled) - cellsIn(from))) onFill?.(toRecordChanges(fillFrom(from, filled, textAt)))
    },
  }
}

/** The part of a range from its first column on that passes the test; undefined if none does. */
function fromColumn(range: Range, test: (column: number) => boolean): Range | undefined {
  for (let left = range.left; left <= range.right; left += 1) if (test(left)) return { ...range, left }
  return undefined
}
