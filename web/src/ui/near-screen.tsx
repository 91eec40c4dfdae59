import { type ReactNode, useEffect, useRef, useState } from 'react'

interface NearScreenProps {
  /** How many rows there are, and how high one is about, in pixels: the height while none has been measured. */
  rows: number
  rowHeight: number
  /** Drawn from the beginning: the rows that the screen opens with. */
  startsNear: boolean
  className?: string | undefined
  children(): ReactNode
}

/** This far from the screen, in pixels, rows are drawn: more than a quick turn of the wheel. */
const margin = 1_000

/**
 * A list whose rows are drawn while it is near the screen. Far from it an empty list of the same height stands there, so
 * that thousands of rows cost as much as those in sight, and the scroll bar tells the truth.
 */
export function NearScreen({ rows, rowHeight, startsNear, className, children }: NearScreenProps) {
  const list = useRef<HTMLUListElement>(null)
  const [measured, setMeasured] = useState({ isNear: startsNear, rowHeight })

  // Asks the browser when the list comes near the screen and when it has gone.
  useEffect(() => {
    const observed = list.current
    if (!observed) return
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1)
        if (!last) return
        // Where the focus is stays drawn: a person who scrolls on and then presses a key continues from there.
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
    <ul ref={list} className={className} style={measured.isNear ? undefined : { height: rows * measured.rowHeight }}>
      {measured.isNear && children()}
    </ul>
  )
}
