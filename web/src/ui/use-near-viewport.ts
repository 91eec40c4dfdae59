import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Whether an element is within `margin` pixels of the visible area; give its `ref` to the element. With
 * `isInitiallyNear` it counts as near until the browser reports: for the first content of a screen.
 */
export function useNearViewport<E extends Element>(
  margin: number,
  isInitiallyNear: boolean,
): { ref: RefObject<E | null>; isNear: boolean } {
  const ref = useRef<E>(null)
  const [isNear, setNear] = useState(isInitiallyNear)

  // Observes when the element enters or leaves the area.
  useEffect(() => {
    const watched = ref.current
    if (!watched) return
    // An element with the focus stays rendered, so that the keyboard works after scrolling away.
    return watchNearViewport(watched, margin, ({ isIntersecting }) =>
      setNear(isIntersecting || watched.contains(document.activeElement)),
    )
  }, [margin])

  return { ref, isNear }
}

type Callback = (entry: IntersectionObserverEntry) => void

const callbacks = new WeakMap<Element, Callback>()
/** Observers by scroll container and margin. */
const observers = new WeakMap<Element, Map<number, IntersectionObserver>>()

/**
 * Calls `notify` when an element enters or leaves the area of `margin` pixels around the visible part; returns the
 * function that stops it. Elements with the same scroll container and margin share an observer: with one each, the
 * browser would work at every scrolled frame.
 */
function watchNearViewport(element: Element, margin: number, notify: Callback): () => void {
  const container = scrollContainerOf(element)
  const byMargin = observers.get(container) ?? new Map<number, IntersectionObserver>()
  const observer = byMargin.get(margin) ?? observerOf(container, margin)
  observers.set(container, byMargin.set(margin, observer))
  callbacks.set(element, notify)
  observer.observe(element)
  return () => {
    observer.unobserve(element)
    callbacks.delete(element)
  }
}

/** The nearest scroll container of an element, or else the page. */
function scrollContainerOf(element: Element): Element {
  for (let container = element.parentElement; container; container = container.parentElement)
    if (/^(auto|scroll)$/.test(getComputedStyle(container).overflowY)) return container
  return document.documentElement
}

/** Maximum delay of leave notifications, in milliseconds. */
const leaveDelayMs = 500

/** Leave notifications are sent with the next enter notification, so that scrolling causes one render instead of two. */
function observerOf(container: Element, margin: number): IntersectionObserver {
  const leftEntries = new Map<Element, IntersectionObserverEntry>()
  let timer: ReturnType<typeof setTimeout> | undefined
  function notifyLeft() {
    clearTimeout(timer)
    timer = undefined
    for (const entry of leftEntries.values()) callbacks.get(entry.target)?.(entry)
    leftEntries.clear()
  }
  return new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (entry.isIntersecting) {
          leftEntries.delete(entry.target)
          callbacks.get(entry.target)?.(entry)
        } else leftEntries.set(entry.target, entry)
      }
      if (entries.some(({ isIntersecting }) => isIntersecting)) notifyLeft()
      else timer ??= setTimeout(notifyLeft, leaveDelayMs)
    },
    // For the page, a null root means the viewport.
    { root: container === document.documentElement ? null : container, rootMargin: `${margin}px 0px` },
  )
}
