import type { BoardWidget } from './board'

/** Columns of a card on wide screens. */
const cardColumns = 2

/** Number of rows of a card, with widgets placed by the browser's grid algorithm. */
export function rowsOf(sizes: readonly BoardWidget['size'][], columns = cardColumns): number {
  const occupied = new Set<string>()
  let [row, column, rows] = [0, 0, 0]
  const isFree = (at: number, from: number, width: number, height: number) =>
    Array.from({ length: width * height }, (_, each) => each).every(
      (each) => !occupied.has(`${at + Math.floor(each / width)} ${from + (each % width)}`),
    )
  for (const [columnSpan, height] of sizes) {
    const width = Math.min(columnSpan, columns)
    while (column + width > columns || !isFree(row, column, width, height)) {
      column += 1
      if (column + width > columns) [row, column] = [row + 1, 0]
    }
    for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) occupied.add(`${row + y} ${column + x}`)
    column += width
    rows = Math.max(rows, row + height)
  }
  return rows
}
