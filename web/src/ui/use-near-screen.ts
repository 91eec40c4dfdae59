import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Whether an element is in sight, or nearer to it than `margin` pixels; give its `ref` to the element. One that `startsNear` counts as
 * near until the browser has told: what a screen opens with need not wait for that.
 */
export function useNearScreen<E extends Element>(
  margin: number,
  startsNear: boolean,
): { ref: RefObject<E | null>; isNear: boolean } {
  const ref = useRef<E>(null)
  const [isNear, setNear] = useState(startsNear)

  // Asks the browser when the element comes near the screen and when it has gone.
  useEffect(() => {
    const observed = ref.current
    if (!observed) return
    // Where the focus is stays drawn: whoever scrolls on and then presses a key continues from there.
    return watchNearScreen(observed, margin, ({ isIntersecting }) =>
      setNear(isIntersecting || observed.contains(document.activeElement)),
    )
  }, [margin])

  return { ref, isNear }
}

type Told = (entry: IntersectionObserverEntry) => void

const told = new WeakMap<Element, Told>()
/** By margin. */
const observers = new Map<number, IntersectionObserver>()

/**
 * Tells when an element comes nearer to what is in sight than `margin` pixels, and when it has gone; gives what ends that. All elements
 * with the same margin share an observer: for each one of its own the browser would work at every scrolled frame.
 */
function watchNearScreen(element: Element, margin: number, tell: Told): () => void {
  const observer = observers.get(margin) ?? observerOf(margin)
  observers.set(margin, observer)
  told.set(element, tell)
  observer.observe(element)
  return () => observer.unobserve(element)
}

function observerOf(margin: number): IntersectionObserver {
  const around = `${margin}px 0px`
  return new IntersectionObserver(
    (entries) => {
      for (const entry of entries) told.get(entry.target)?.(entry)
    },
    // The one for what the page scrolls, the other for what is scrolled within it.
    { rootMargin: around, scrollMargin: around },
  )
}
