import { type ReactNode, useEffect, useRef, useState } from 'react'

interface NearViewportListProps {
  /** Number of rows and their approximate height in pixels, used until one has been measured. */
  rows: number
  rowHeight: number
  /** Renders the rows from the start: for those visible when the screen opens. */
  isInitiallyNear: boolean
  children(): ReactNode
}

/** Rows are rendered within this distance of the viewport, in pixels: more than a quick turn of the wheel. */
const margin = 1_000

/**
 * A list whose rows are rendered only near the viewport. Elsewhere it is an empty list of the same height, so that
 * thousands of rows cost as much as the visible ones and the scroll bar stays correct.
 */
export function NearViewportList({ rows, rowHeight, isInitiallyNear, children }: NearViewportListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [measured, setMeasured] = useState({ isNear: isInitiallyNear, rowHeight })

  // Observes when the list enters or leaves the area around the viewport.
  useEffect(() => {
    const observed = list.current
    if (!observed) return
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1)
        if (!last) return
        // A list with the focus stays rendered, so that the keyboard works after scrolling away.
        if (last.isIntersecting || observed.contains(document.activeElement)) {
          setMeasured((before) => (before.isNear ? before : { ...before, isNear: true }))
          return
        }
        const { childElementCount } = observed
        const { height } = last.boundingClientRect
        setMeasured((before) =>
          before.isNear && childElementCount > 0 ? { isNear: false, rowHeight: height / childElementCount } : before,
        )
      },
      { rootMargin: `${margin}px 0px` },
    )
    observer.observe(observed)
    return () => observer.disconnect()
  }, [])

  return (
    <ul ref={list} style={measured.isNear ? undefined : { height: rows * measured.rowHeight }}>
      {measured.isNear && children()}
    </ul>
  )
}
