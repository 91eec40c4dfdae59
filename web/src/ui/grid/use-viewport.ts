import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { isSameSpan, type Viewport } from './geometry'
import type { Drawn } from './layout'

/** Before anything has been measured: enough to draw the first screen of any window. */
const unmeasured: Viewport = { top: 0, left: 0, width: 1_280, height: 800 }

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
  const [viewport, setViewport] = useState(unmeasured)
  const [isResting, setResting] = useState(true)

  // A clock: each part that comes into sight starts it anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the viewport is what starts it
  useEffect(() => {
    if (isResting) return
    const timer = setTimeout(() => setResting(true), restMs)
    return () => clearTimeout(timer)
  }, [isResting, viewport])

  const read = (): Viewport | undefined => {
    const box = scroller.current
    if (!box) return undefined
    return { top: box.scrollTop, left: box.scrollLeft, width: box.clientWidth, height: box.clientHeight - heldHeight }
  }

  // The browser tells when the grid's own size changes: window, zoom, a panel that opens.
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const measure = () =>
      setViewport({
        top: box.scrollTop,
        left: box.scrollLeft,
        width: box.clientWidth,
        height: box.clientHeight - heldHeight,
      })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [scroller, heldHeight])

  return {
    viewport,
    /** Nobody is scrolling. */
    isResting,
    /** For scroll events. */
    follow() {
      const next = read()
      if (!next) return
      const before = drawn(viewport)
      const after = drawn(next)
      const isSame = isSameSpan(before.rows, after.rows) && isSameSpan(before.columns, after.columns)
      if (isSame && viewport.width === next.width) return
      flushSync(() => {
        setResting(false)
        setViewport(next)
      })
    },
    /** Scrolls for a layout effect: what is scrolled to is drawn in the same frame. */
    scrollTo(to: ScrollToOptions) {
      scroller.current?.scrollTo(to)
      const next = read()
      if (next) setViewport(next)
    },
    /**
     * For each drawing: with fewer rows than a moment ago (a search) the browser scrolls up, and says so only later. Told
     * from the sizes: to ask the browser would make it lay out the page in the middle of a keystroke.
     */
    keepWithin({ width, height }) {
      const top = Math.min(viewport.top, Math.max(0, height - viewport.height))
      const left = Math.min(viewport.left, Math.max(0, width - viewport.width))
      if (top !== viewport.top || left !== viewport.left) setViewport({ ...viewport, top, left })
    },
  }
}
