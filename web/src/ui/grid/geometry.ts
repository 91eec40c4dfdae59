/** A run of rows or columns: `start` belongs to it, `end` does not. */
export interface Span {
  start: number
  end: number
}

/** What a grid shows of itself, in pixels: how far it is scrolled, and how large its window is. */
export interface Viewport {
  top: number
  left: number
  width: number
  height: number
}

/** Where each column begins, and at the end where the last one ends: one number more than there are columns. */
export function offsetsOf(widths: ArrayLike<number>): Float64Array {
  const offsets = new Float64Array(widths.length + 1)
  for (let at = 0; at < widths.length; at += 1) offsets[at + 1] = (offsets[at] ?? 0) + (widths[at] ?? 0)
  return offsets
}

/** The column that lies at `position`, found by halving; the first or last one for a position outside. */
export function indexAt(offsets: Float64Array, position: number): number {
  let low = 0
  let high = Math.max(0, offsets.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((offsets[middle] ?? 0) <= position) low = middle
    else high = middle - 1
  }
  return low
}

/** The most columns, from `first` on, that lie in a window of `extent` pixels wherever it stands. */
export function mostColumnsIn(offsets: Float64Array, first: number, extent: number): number {
  const count = offsets.length - 1
  let most = 0
  for (let at = first, end = first; at < count; at += 1) {
    // A window that still shows the last pixel of this column.
    while (end < count && (offsets[end] ?? 0) < (offsets[at + 1] ?? 0) + extent - 1) end += 1
    most = Math.max(most, end - at)
  }
  return most
}

/**
 * `size` neighbours out of `from` to `count`, beginning with `start` where there are as many after it. Always as many as
 * there can be: elements that are used again stay as many as they are, and none is made or thrown away by scrolling.
 */
function spanOf(start: number, size: number, from: number, count: number): Span {
  const begin = Math.max(from, Math.min(start, count - size))
  return { start: begin, end: Math.min(count, begin + size) }
}

/** The columns that lie in a window that begins at `left`, of which it shows at most `most`, and `margin` more on each side. */
export const columnSpan = (offsets: Float64Array, left: number, first: number, most: number, margin: number): Span =>
  spanOf(indexAt(offsets, left) - margin, most + 2 * margin, first, offsets.length - 1)

/** The rows of one height that lie in a window, and `margin` more above and below. */
export const rowSpan = (count: number, height: number, from: number, extent: number, margin: number): Span =>
  spanOf(Math.floor(from / height) - margin, Math.ceil(extent / height) + 1 + 2 * margin, 0, count)

/** True when both begin and end at the same place. */
export const isSameSpan = (one: Span, other: Span): boolean => one.start === other.start && one.end === other.end

/** How far to scroll so that what lies from `from` to `to` is in a window that begins at `scrolled`; as little as can be. */
export function scrollToShow({ from, to }: { from: number; to: number }, scrolled: number, extent: number): number {
  if (from < scrolled || to - from > extent) return from
  return to > scrolled + extent ? to - extent : scrolled
}

/**
 * A run in the order in which it is drawn. Row or column `n` takes slot `n % size`: what scrolls out gives its elements
 * to what scrolls in. While somebody scrolls, slots stand in their own order, so that no element is moved; at rest they
 * stand as they are seen, which is how they are read out.
 */
export function drawingOrder({ start, end }: Span, isResting: boolean): { at: number; slot: number }[] {
  const size = end - start
  const places = Array.from({ length: size }, (_, index) => ({ at: start + index, slot: (start + index) % size }))
  return isResting ? places : places.sort((one, other) => one.slot - other.slot)
}
