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

/** The columns that lie between two positions, and `margin` more on each side. */
export function columnSpan(offsets: Float64Array, from: number, to: number, margin: number): Span {
  const count = offsets.length - 1
  if (count === 0 || to <= from) return { start: 0, end: 0 }
  return {
    start: Math.max(0, indexAt(offsets, from) - margin),
    end: Math.min(count, indexAt(offsets, to - 1) + 1 + margin),
  }
}

/** The rows of one height that lie in a window, and `margin` more above and below. */
export function rowSpan(count: number, height: number, from: number, extent: number, margin: number): Span {
  const start = Math.min(count, Math.max(0, Math.floor(from / height) - margin))
  return { start, end: Math.min(count, Math.max(start, Math.ceil((from + extent) / height) + margin)) }
}

/** True when both begin and end at the same place. */
export const isSameSpan = (one: Span, other: Span): boolean => one.start === other.start && one.end === other.end

/** How far to scroll so that what lies from `from` to `to` is in a window that begins at `scrolled`; as little as can be. */
export function scrollToShow({ from, to }: { from: number; to: number }, scrolled: number, extent: number): number {
  if (from < scrolled || to - from > extent) return from
  return to > scrolled + extent ? to - extent : scrolled
}

/**
 * How many slots a run is drawn in. Row or column `n` takes slot `n % slots`: what scrolls out gives its elements to what
 * scrolls in. Rounded up, so that a run that is one longer for a moment keeps everything in its place.
 */
export const slotsFor = ({ start, end }: Span): number => Math.max(8, Math.ceil((end - start) / 8) * 8)
