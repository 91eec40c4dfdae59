import { type RefObject, useLayoutEffect } from 'react'

/** Between a panel and the element it belongs to, and between a panel and the edge of the window, in pixels. */
const elementGap = 6
const margin = 8

/** Which edges of the panel and of what it belongs to are in line. */
type Align = 'start' | 'end'

/**
 * Puts a fixed panel below what it belongs to, above where there is no room, and never over the edge of what is seen of the window,
 * which a keyboard on the screen makes lower; never higher than `highest` pixels.
 */
function placeBeside(
  panel: HTMLElement,
  beside: DOMRect,
  { align, gap, highest = Number.POSITIVE_INFINITY }: { align: Align; gap: number; highest: number | undefined },
): void {
  const { clientWidth, clientHeight } = document.documentElement
  const { offsetTop: seenFrom, height: seenHeight } = window.visualViewport ?? { offsetTop: 0, height: clientHeight }
  const { style, offsetWidth, scrollHeight } = panel
  const height = Math.min(scrollHeight, highest)
  const left = align === 'end' ? beside.right - offsetWidth : beside.left
  const roomBelow = seenFrom + seenHeight - margin - beside.bottom - gap
  const roomAbove = beside.top - gap - margin - seenFrom
  const isAbove = height > roomBelow && roomAbove > roomBelow
  const room = Math.min(isAbove ? roomAbove : roomBelow, highest)
  style.left = `${Math.max(margin, Math.min(left, clientWidth - margin - offsetWidth))}px`
  style.top = `${isAbove ? beside.top - gap - Math.min(height, room) : beside.bottom + gap}px`
  style.maxHeight = `${Math.max(room, 0)}px`
}

/** Keeps a fixed panel beside what it belongs to (an element, or a place in the window), now and whenever anything moves. */
export function usePlaceBeside(
  panel: RefObject<HTMLElement | null>,
  beside: RefObject<HTMLElement | null> | DOMRect,
  align: Align,
  highest?: number,
): void {
  // The window tells of its size, of what is seen of it and of what scrolls, the panel of its own size.
  useLayoutEffect(() => {
    const opened = panel.current
    if (!opened) return
    const place = () => {
      const isElement = 'current' in beside
      const rect = isElement ? beside.current?.getBoundingClientRect() : beside
      // At a place of the window a panel begins right there: a finger that is lifted lifts from the panel.
      if (rect) placeBeside(opened, rect, { align, gap: isElement ? elementGap : 0, highest })
    }
    place()
    const sizes = new ResizeObserver(place)
    sizes.observe(opened)
    window.addEventListener('resize', place)
    window.visualViewport?.addEventListener('resize', place)
    window.visualViewport?.addEventListener('scroll', place)
    window.addEventListener('scroll', place, { capture: true, passive: true })
    return () => {
      sizes.disconnect()
      window.removeEventListener('resize', place)
      window.visualViewport?.removeEventListener('resize', place)
      window.visualViewport?.removeEventListener('scroll', place)
      window.removeEventListener('scroll', place, { capture: true })
    }
  }, [panel, beside, align, highest])
}
