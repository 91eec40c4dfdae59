import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Minimum scale of a tile, and the factor between two attempts. */
const minScale = 0.4
const scaleStep = 0.95

/** Scales down the content of a box until nothing overflows. */
function scaleDown(box: HTMLElement): void {
  const content = box.firstElementChild
  if (!(content instanceof HTMLElement)) return
  const isCut = () => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1
  content.style.zoom = '1'
  for (let scale = scaleStep; isCut() && scale >= minScale; scale *= scaleStep) content.style.zoom = `${scale}`
}

/**
 * Scales down the only child of a box that would overflow: the screen's own font may be wider and taller than ours, and a wall cannot be
 * scrolled.
 */
export function useScaleToFit<E extends HTMLElement>(): RefObject<E | null> {
  const box = useRef<E>(null)
  // The content has changed.
  useLayoutEffect(() => {
    if (box.current) scaleDown(box.current)
  })
  // The size has changed, or a font or image was loaded. In the next frame, because scaling changes the observed size.
  useEffect(() => {
    const { current } = box
    if (!current) return
    let frame = 0
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => scaleDown(current))
    })
    for (const element of [current, ...current.children]) observer.observe(element)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
    }
  }, [])
  return box
}
