import { useEffect, useState } from 'react'

/** The index of the displayed page, from 0, which advances after each interval (ms) and starts over after the last page. */
export function usePageRotation(pages: number, intervalMs: number): number {
  const [ticks, setTicks] = useState(0)
  // A timer advances the pages.
  useEffect(() => {
    if (pages < 2) return
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), intervalMs)
    return () => clearInterval(timer)
  }, [pages, intervalMs])
  return ticks % pages
}
