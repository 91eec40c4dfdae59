import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { isSameSpan, type Viewport } from './geometry'
import type { Drawn } from './layout'

/** Before anything has been measured: enough to draw the first screen of any window. */
const unmeasured: Viewport = { top: 0, left: 0, width: 1_280, height: 840 }

/** How large the content is, in pixels. */
interface Extent {
  width: number
  height: number
}

/** When there was no scrolling for so long, in ms, somebody has arrived. */
const restMs = 200

/**
 * The part of the grid that is in sight. Follows scrolling and size, but is set only when other rows or columns have to
 * be drawn for it: most scroll events change nothing and cost nothing. Drawn at once, in the frame of the event, so
 * that what is scrolled to is there when it is seen.
 */
export function useViewport(
  scroller: RefObject<HTMLDivElement | null>,
  heldHeight: number,
  drawn: (viewport: Viewport) => Drawn,
): {
  viewport: Viewport
  isResting: boolean
  follow(): void
  scrollTo(to: ScrollToOptions): void
  keepWithin(content: Extent): void
} {
  /** What was measured last: all of the grid's box, headings and sums included. */
  const [box, setBox] = useState(unmeasured)
  const viewport = { ...box, height: box.height - heldHeight }
  const [isResting, setResting] = useState(true)

  // A clock: each part that comes into sight starts it anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is in sight is what starts it
  useEffect(() => {
    if (isResting) return
    const timer = setTimeout(() => setResting(true), restMs)
    return () => clearTimeout(timer)
  }, [isResting, box])

  // The browser tells when the grid's own size changes: window, zoom, a panel that opens.
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => setBox(boxOf(element))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])

  return {
    viewport,
    /** Nobody is scrolling. */
    isResting,
    /** For scroll events. */
    follow() {
      if (!scroller.current) return
      const next = boxOf(scroller.current)
      const before = drawn(viewport)
      const after = drawn({ ...next, height: next.height - heldHeight })
      const isSame = isSameSpan(before.rows, after.rows) && isSameSpan(before.columns, after.columns)
      if (isSame && viewport.width === next.width) return
      flushSync(() => {
        setResting(false)
        setBox(next)
      })
    },
    /** Scrolls for a layout effect: what is scrolled to is drawn in the same frame. */
    scrollTo(to: ScrollToOptions) {
      scroller.current?.scrollTo(to)
      if (scroller.current) setBox(boxOf(scroller.current))
    },
    /**
     * For each drawing: with fewer rows than a moment ago (a search) the browser scrolls up, and says so only later. Told
     * from the sizes: to ask the browser would make it lay out the page in the middle of a keystroke.
     */
    keepWithin({ width, height }) {
      const top = Math.min(viewport.top, Math.max(0, height - viewport.height))
      const left = Math.min(viewport.left, Math.max(0, width - viewport.width))
      if (top !== viewport.top || left !== viewport.left) setBox({ ...box, top, left })
    },
  }
}

const boxOf = ({ scrollTop, scrollLeft, clientWidth, clientHeight }: HTMLElement): Viewport => ({
  top: scrollTop,
  left: scrollLeft,
  width: clientWidth,
  height: clientHeight,
})
