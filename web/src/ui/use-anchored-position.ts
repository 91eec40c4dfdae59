import { type RefObject, useLayoutEffect } from 'react'

/** Distance between a panel and its element, and between a panel and the edge of the window, in pixels. */
const elementGap = 6
const margin = 8

/** Which edges of the panel and its anchor are aligned. */
type Align = 'start' | 'end'

/**
 * Positions a fixed panel below its anchor, or above where there is more space, within the visual viewport, which an
 * on-screen keyboard shrinks; at most `heightLimit` pixels high.
 */
function positionBeside(
  panel: HTMLElement,
  anchor: DOMRect,
  {
    align,
    gap,
    heightLimit = Number.POSITIVE_INFINITY,
  }: { align: Align; gap: number; heightLimit: number | undefined },
): void {
  const { clientWidth, clientHeight } = document.documentElement
  const { offsetTop: viewportTop, height: viewportHeight } = window.visualViewport ?? {
    offsetTop: 0,
    height: clientHeight,
  }
  const { style, offsetWidth, scrollHeight } = panel
  const height = Math.min(scrollHeight, heightLimit)
  const left = align === 'end' ? anchor.right - offsetWidth : anchor.left
  const spaceBelow = viewportTop + viewportHeight - margin - anchor.bottom - gap
  const spaceAbove = anchor.top - gap - margin - viewportTop
  const isAbove = height > spaceBelow && spaceAbove > spaceBelow
  const space = Math.min(isAbove ? spaceAbove : spaceBelow, heightLimit)
  style.left = `${Math.max(margin, Math.min(left, clientWidth - margin - offsetWidth))}px`
  style.top = `${isAbove ? anchor.top - gap - Math.min(height, space) : anchor.bottom + gap}px`
  style.maxHeight = `${Math.max(space, 0)}px`
}

/** Keeps a fixed panel at its anchor (an element, or a rectangle in the window) when anything moves or is resized. */
export function useAnchoredPosition(
  panel: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null> | DOMRect,
  align: Align,
  heightLimit?: number,
): void {
  // Repositions on resize and scroll of the window and the visual viewport, and on resize of the panel.
  useLayoutEffect(() => {
    const opened = panel.current
    if (!opened) return
    const reposition = () => {
      const isElement = 'current' in anchor
      const rect = isElement ? anchor.current?.getBoundingClientRect() : anchor
      // At a point of the window there is no gap: a lifted finger then lifts from the panel.
      if (rect) positionBeside(opened, rect, { align, gap: isElement ? elementGap : 0, heightLimit })
    }
    reposition()
    const sizes = new ResizeObserver(reposition)
    sizes.observe(opened)
    window.addEventListener('resize', reposition)
    window.visualViewport?.addEventListener('resize', reposition)
    window.visualViewport?.addEventListener('scroll', reposition)
    window.addEventListener('scroll', reposition, { capture: true, passive: true })
    return () => {
      sizes.disconnect()
      window.removeEventListener('resize', reposition)
      window.visualViewport?.removeEventListener('resize', reposition)
      window.visualViewport?.removeEventListener('scroll', reposition)
      window.removeEventListener('scroll', reposition, { capture: true })
    }
  }, [panel, anchor, align, heightLimit])
}
