import { type UIEvent, useState } from 'react'

/** Rows drawn beyond those in sight. */
const margin = 8
/** A box that has not been scrolled yet is taken for this high, in pixels. */
const unmeasured = 900

/**
 * Which rows of a long list are drawn: those in sight of a box that scrolls, and some beyond. `rowHeight` in pixels;
 * `slots` is how many there are at most, for elements that are used again; `follow` is for the box's scroll events and sets nothing until other rows have to be drawn.
 */
export function useWindowedRows(count: number, rowHeight: number) {
  const [view, setView] = useState({ top: 0, height: unmeasured })
  // With fewer rows than a moment ago the browser scrolls up, and says so only later; a box that goes with its last row never does.
  const top = Math.min(view.top, Math.max(0, count * rowHeight - view.height))
  if (top !== view.top) setView({ ...view, top })
  return {
    start: Math.min(count, Math.max(0, Math.floor(top / rowHeight) - margin)),
    end: Math.min(count, Math.ceil((top + view.height) / rowHeight) + margin),
    slots: Math.ceil(view.height / rowHeight) + 2 * margin + 1,
    follow({ currentTarget: { scrollTop, clientHeight } }: UIEvent<HTMLElement>) {
      if (Math.abs(scrollTop - top) >= (rowHeight * margin) / 2) setView({ top: scrollTop, height: clientHeight })
    },
  }
}
