/** An observer for each margin, and what its elements are told. */
const watches = new Map<number, { observer: IntersectionObserver; told: WeakMap<Element, Told> }>()

type Told = (entry: IntersectionObserverEntry) => void

/**
 * Tells when an element comes nearer to what is in sight than `margin` pixels, and when it has gone; gives what ends that. All elements
 * with the same margin share an observer: for each one of its own the browser would work at every scrolled frame.
 */
export function watchNearScreen(element: Element, margin: number, tell: Told): () => void {
  const { observer, told } = watches.get(margin) ?? watchOf(margin)
  told.set(element, tell)
  observer.observe(element)
  return () => observer.unobserve(element)
}

function watchOf(margin: number) {
  const around = `${margin}px 0px`
  const told = new WeakMap<Element, Told>()
  const observer = new IntersectionObserver(
    (entries) => {
      // Only how an element stands now counts.
      const last = new Map(entries.map((entry) => [entry.target, entry]))
      for (const [element, entry] of last) told.get(element)?.(entry)
    },
    // The one for what the page scrolls, the other for what is scrolled within it.
    { rootMargin: around, scrollMargin: around },
  )
  const watch = { observer, told }
  watches.set(margin, watch)
  return watch
}
