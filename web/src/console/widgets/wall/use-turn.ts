import { useEffect, useState } from 'react'

/** The place of the page that is shown, from 0: the next one after so many milliseconds, and the first one after the last. */
export function useTurn(pages: number, everyMs: number): number {
  const [turns, setTurns] = useState(0)
  // The clock turns the pages.
  useEffect(() => {
    if (pages < 2) return
    const timer = setInterval(() => setTurns((turns) => turns + 1), everyMs)
    return () => clearInterval(timer)
  }, [pages, everyMs])
  return turns % pages
}
