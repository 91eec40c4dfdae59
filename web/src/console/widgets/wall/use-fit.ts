import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Smallest scale at which a tile is drawn, and how much smaller each attempt is than the one before. */
const least = 0.4
const step = 0.95

/** Scales down what a box holds until nothing stands out of it. */
function scaleDown(box: HTMLElement): void {
  const content = box.firstElementChild
  if (!(content instanceof HTMLElement)) return
  const isCut = () => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1
  content.style.zoom = '1'
  for (let scale = step; isCut() && scale >= least; scale *= step) content.style.zoom = `${scale}`
}

/**
 * Draws the only child of a box smaller where it would not fit: lines are longer and letters taller in a font of the screen's own than in
 * ours, and nobody can scroll a wall.
 */
export function useFit<E extends HTMLElement>(): RefObject<E | null> {
  const box = useRef<E>(null)
  // What the box shows has changed.
  useLayoutEffect(() => {
    if (box.current) scaleDown(box.current)
  })
  // Its size has changed, or a font or an image has arrived. In the next frame: to fit changes the size that is observed.
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
