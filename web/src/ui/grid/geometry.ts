/** A range of rows or columns: `start` inclusive, `end` exclusive. */
export interface Span {
  start: number
  end: number
}

/** Scroll offset and visible size of a grid, in pixels. */
export interface Viewport {
  top: number
  left: number
  width: number
  height: number
}

/** Start offset of each column, and the end of the last one: one number more than there are columns. */
export function offsetsOf(widths: ArrayLike<number>): Float64Array {
  const offsets = new Float64Array(widths.length + 1)
  for (let at = 0; at < widths.length; at += 1) offsets[at + 1] = (offsets[at] ?? 0) + (widths[at] ?? 0)
  return offsets
}

/** The column at the offset `position`, by binary search; the first or last one for an offset outside. */
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

/** Maximum number of columns, from `first` on, that a window of `extent` pixels can show at any scroll offset. */
export function maxColumnsIn(offsets: Float64Array, first: number, extent: number): number {
  const count = offsets.length - 1
  let maxCount = 0
  for (let at = first, end = first; at < count; at += 1) {
    // A window that still shows the last pixel of this column.
    while (end < count && (offsets[end] ?? 0) < (offsets[at + 1] ?? 0) + extent - 1) end += 1
    maxCount = Math.max(maxCount, end - at)
  }
  return maxCount
}

/**
 * A span of `size` items within `from` to `count`, starting at `start` if possible. Always as long as possible, so that
 * scrolling neither mounts nor unmounts elements.
 */
function spanOf(start: number, size: number, from: number, count: number): Span {
  const begin = Math.max(from, Math.min(start, count - size))
  return { start: begin, end: Math.min(count, begin + size) }
}

/** The columns in a window that begins at `left` and shows at most `maxCount`, and `margin` more on each side. */
export const columnSpan = (
  offsets: Float64Array,
  left: number,
  first: number,
  maxCount: number,
  margin: number,
): Span => spanOf(indexAt(offsets, left) - margin, maxCount + 2 * margin, first, offsets.length - 1)

/** The rows of equal height in a window, and `margin` more above and below. */
export const rowSpan = (count: number, height: number, from: number, extent: number, margin: number): Span =>
  spanOf(Math.floor(from / height) - margin, Math.ceil(extent / height) + 1 + 2 * margin, 0, count)

export const isSameSpan = (one: Span, other: Span): boolean => one.start === other.start && one.end === other.end

/** The scroll offset that shows the range `from` to `to` in a window at `scrolled`, moved as little as possible. */
export function scrollToShow({ from, to }: { from: number; to: number }, scrolled: number, extent: number): number {
  if (from < scrolled || to - from > extent) return from
  return to > scrolled + extent ? to - extent : scrolled
}

/**
 * A span in render order. Row or column `n` has slot `n % size`, so that elements scrolled out are reused for those
 * scrolled in. While scrolling, the order is by slot, so that no DOM element is moved; when idle it is the visual
 * order, in which screen readers read.
 */
export function renderOrder({ start, end }: Span, isScrollIdle: boolean): { at: number; slot: number }[] {
  const size = end - start
  const items = Array.from({ length: size }, (_, index) => ({
    at: start + index,
    slot: (start + index) % size,
  }))
  return isScrollIdle ? items : items.sort((one, other) => one.slot - other.slot)
}
