import { type CellPosition, isIn, type Range } from './selection'

/** Maximum number of cells changed at once: the limit of one bulk change. */
export const maxChangedCells = 50_000

const needsQuotes = /[\t\n\r"]/

/**
 * Cells as tab-separated values: one line per row, each ended by a line break as in spreadsheets, so that an empty last
 * cell is kept; cells quoted if they contain tabs, line breaks or quotes.
 */
export const toTsv = (
  rows: readonly number[],
  columns: readonly number[],
  text: (row: number, column: number) => string,
): string => rows.map((row) => `${columns.map((column) => quoted(text(row, column))).join('\t')}\n`).join('')

const quoted = (text: string) => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Parses tab-separated values of a spreadsheet; quoted cells may span several lines. A trailing line break is no row. */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = [[]]
  let at = 0
  const cell = (): string => {
    if (text[at] !== '"') {
      const end = nextOf(text, at)
      const plain = text.slice(at, end)
      at = end
      return plain
    }
    let quoted = ''
    for (at += 1; at < text.length; at += 1) {
      if (text[at] !== '"') quoted += text[at]
      else if (text[at + 1] === '"') {
        quoted += '"'
        at += 1
      } else {
        at += 1
        break
      }
    }
    const end = nextOf(text, at)
    quoted += text.slice(at, end)
    at = end
    return quoted
  }
  while (at <= text.length) {
    rows.at(-1)?.push(cell())
    if (at >= text.length) break
    if (text[at] === '\t') {
      at += 1
      continue
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    if (at >= text.length) break
    rows.push([])
  }
  return rows
}

function nextOf(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '\t' && text[at] !== '\n' && text[at] !== '\r') at += 1
  return at
}

/** A change of one cell by paste or fill. */
export interface CellChange {
  row: number
  column: number
  text: string
}

type Block = readonly (readonly string[])[]

const widthOf = (block: Block) => block.reduce((width, { length }) => Math.max(width, length), 0)

/** How many rows and columns a pasted block changes: it is repeated if the range is a multiple of it, and ends with the grid. */
export function pastedExtent(
  range: Range,
  block: Block,
  grid: { rows: number; columns: number },
): { rows: number; columns: number } {
  const repeated = (extent: number, size: number) => (size > 0 && extent % size === 0 ? extent : size)
  return {
    rows: Math.min(repeated(range.bottom - range.top + 1, block.length), grid.rows - range.top),
    columns: Math.min(repeated(range.right - range.left + 1, widthOf(block)), grid.columns - range.left),
  }
}

/** The changes of pasting a block: it starts at the range's first cell; what would be outside the grid is left out. */
export function pasteInto(range: Range, block: Block, grid: { rows: number; columns: number }) {
  const height = block.length
  const width = widthOf(block)
  const { rows, columns } = pastedExtent(range, block, grid)
  const changes: CellChange[] = []
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const text = block[row % height]?.[column % width]
      if (text !== undefined) changes.push({ row: range.top + row, column: range.left + column, text })
    }
  return changes
}

/** The changes of filling `target` with the cells of `source`, repeated in either direction. */
export function fillFrom(source: Range, target: Range, text: (row: number, column: number) => string): CellChange[] {
  const height = source.bottom - source.top + 1
  const width = source.right - source.left + 1
  const from = (at: number, start: number, size: number) => start + ((((at - start) % size) + size) % size)
  const changes: CellChange[] = []
  for (let row = target.top; row <= target.bottom; row += 1)
    for (let column = target.left; column <= target.right; column += 1) {
      if (isIn(source, row, column)) continue
      changes.push({ row, column, text: text(from(row, source.top, height), from(column, source.left, width)) })
    }
  return changes
}

/**
 * The range that a fill from `source` covers when dragged to a cell: along rows or columns, whichever distance is
 * greater; `source` itself while the cell is in it.
 */
export function fillTarget(source: Range, { row, column }: CellPosition): Range {
  const down = Math.max(source.top - row, row - source.bottom, 0)
  const across = Math.max(source.left - column, column - source.right, 0)
  if (down === 0 && across === 0) return source
  if (down >= across) return { ...source, top: Math.min(source.top, row), bottom: Math.max(source.bottom, row) }
  return { ...source, left: Math.min(source.left, column), right: Math.max(source.right, column) }
}
