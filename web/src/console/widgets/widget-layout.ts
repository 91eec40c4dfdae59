import type { BoardWidget } from './board'

/** Columns of a card where there is room for them. */
const cardColumns = 2

/** How many rows a card's widgets take, placed one after the other as the browser's grid does it. */
export function rowsOf(sizes: readonly BoardWidget['size'][], columns = cardColumns): number {
  const taken = new Set<string>()
  let [row, column, rows] = [0, 0, 0]
  const isFree = (at: number, from: number, width: number, height: number) =>
    Array.from({ length: width * height }, (_, each) => each).every(
      (each) => !taken.has(`${at + Math.floor(each / width)} ${from + (each % width)}`),
    )
  for (const [wanted, height] of sizes) {
    const width = Math.min(wanted, columns)
    while (column + width > columns || !isFree(row, column, width, height)) {
      column += 1
      if (column + width > columns) [row, column] = [row + 1, 0]
    }
    for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) taken.add(`${row + y} ${column + x}`)
    column += width
    rows = Math.max(rows, row + height)
  }
  return rows
}
