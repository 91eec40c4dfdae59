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
/** By the box that is scrolled, and by margin. */
const observers = new WeakMap<Element, Map<number, IntersectionObserver>>()

/**
 * Tells when an element comes nearer to what is in sight than `margin` pixels, and when it has gone; gives what ends that. All elements
 * with the same margin that are scrolled in the same box share an observer: for each one of its own the browser would work at every
 * scrolled frame.
 */
function watchNearScreen(element: Element, margin: number, tell: Told): () => void {
  const box = scrolledIn(element)
  const ofBox = observers.get(box) ?? new Map<number, IntersectionObserver>()
  const observer = ofBox.get(margin) ?? observerOf(box, margin)
  observers.set(box, ofBox.set(margin, observer))
  told.set(element, tell)
  observer.observe(element)
  return () => {
    observer.unobserve(element)
    told.delete(element)
  }
}

/** The box that an element is scrolled in: the nearest around it that scrolls, or else the page. */
function scrolledIn(element: Element): Element {
  for (let box = element.parentElement; box; box = box.parentElement)
    if (/^(auto|scroll)$/.test(getComputedStyle(box).overflowY)) return box
  return document.documentElement
}

/** In milliseconds: what has gone is told of by then, if nothing has come near. */
const goneMs = 500

/** What has gone is told of together with what comes near next: a scroll draws both at once, in place of one after the other. */
function observerOf(box: Element, margin: number): IntersectionObserver {
  const gone = new Map<Element, IntersectionObserverEntry>()
  let timer: ReturnType<typeof setTimeout> | undefined
  function tellGone() {
    clearTimeout(timer)
    timer = undefined
    for (const entry of gone.values()) told.get(entry.target)?.(entry)
    gone.clear()
  }
  return new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (entry.isIntersecting) {
          gone.delete(entry.target)
          told.get(entry.target)?.(entry)
        } else gone.set(entry.target, entry)
      }
      if (entries.some(({ isIntersecting }) => isIntersecting)) tellGone()
      else timer ??= setTimeout(tellGone, goneMs)
    },
    // Of the page the browser takes what is in sight of it.
    { root: box === document.documentElement ? null : box, rootMargin: `${margin}px 0px` },
  )
}
