import { type UIEvent, useState } from 'react'

/** Rows rendered beyond the visible ones. */
const margin = 8
/** Height assumed until the first scroll event, in pixels. */
const initialHeight = 900

/**
 * Virtual scrolling: which rows of a long list to render, the visible ones and some beyond. `rowHeight` in pixels;
 * `slots` is the maximum number of rendered rows, for reusing elements by key; `onScroll` handles the container's
 * scroll events and re-renders only when other rows are needed.
 */
export function useWindowedRows(count: number, rowHeight: number) {
  const [view, setView] = useState({ top: 0, height: initialHeight })
  // When rows disappear, the browser scrolls up but reports it late, or never if the container goes with its last row.
  const top = Math.min(view.top, Math.max(0, count * rowHeight - view.height))
  if (top !== view.top) setView({ ...view, top })
  return {
    start: Math.min(count, Math.max(0, Math.floor(top / rowHeight) - margin)),
    end: Math.min(count, Math.ceil((top + view.height) / rowHeight) + margin),
    slots: Math.ceil(view.height / rowHeight) + 2 * margin + 1,
    onScroll({ currentTarget: { scrollTop, clientHeight } }: UIEvent<HTMLElement>) {
      if (Math.abs(scrollTop - top) >= (rowHeight * margin) / 2) setView({ top: scrollTop, height: clientHeight })
    },
  }
}
