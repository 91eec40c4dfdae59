import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { isSameSpan, type Viewport } from './geometry'
import type { RenderedRange } from './layout'

/** Size assumed before the first measurement: enough to fill the first screen of any window. */
const unmeasured: Viewport = { top: 0, left: 0, width: 1_280, height: 840 }

/** Size of the content, in pixels. */
interface Extent {
  width: number
  height: number
}

/** Scrolling counts as idle after this time, in ms. */
const idleMs = 200

/**
 * The visible part of the grid. Follows scrolling and resizing, but updates only when other rows or columns have to be
 * rendered: most scroll events cost nothing. It renders synchronously in the frame of the event, so that no blank area
 * is seen.
 */
export function useViewport(
  scroller: RefObject<HTMLDivElement | null>,
  stickyHeight: number,
  rendered: (viewport: Viewport) => RenderedRange,
): {
  viewport: Viewport
  isScrollIdle: boolean
  onScroll(): void
  scrollTo(to: ScrollToOptions): void
  clampTo(content: Extent): void
} {
  /** Last measurement of the grid's whole box, including headings and totals. */
  const [box, setBox] = useState(unmeasured)
  const viewport = { ...box, height: box.height - stickyHeight }
  const [isScrollIdle, setScrollIdle] = useState(true)

  // Timer, restarted whenever other cells come into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is in sight is what starts it
  useEffect(() => {
    if (isScrollIdle) return
    const timer = setTimeout(() => setScrollIdle(true), idleMs)
    return () => clearTimeout(timer)
  }, [isScrollIdle, box])

  // Measures the grid when its size changes: window, zoom, a panel that opens.
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
    isScrollIdle,
    /** Handler of scroll events. */
    onScroll() {
      if (!scroller.current) return
      const next = boxOf(scroller.current)
      const before = rendered(viewport)
      const after = rendered({ ...next, height: next.height - stickyHeight })
      const isSame = isSameSpan(before.rows, after.rows) && isSameSpan(before.columns, after.columns)
      if (isSame && viewport.width === next.width) return
      flushSync(() => {
        setScrollIdle(false)
        setBox(next)
      })
    },
    /** For layout effects: scrolls and renders the target in the same frame. */
    scrollTo(to: ScrollToOptions) {
      scroller.current?.scrollTo(to)
      if (scroller.current) setBox(boxOf(scroller.current))
    },
    /**
     * To be called in each render: with fewer rows than before (a search) the browser scrolls up, but reports it late.
     * Computed from the sizes, since asking the browser would force a layout during a keystroke.
     */
    clampTo({ width, height }) {
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
