import { useEffect, useState } from 'react'

/** A typed value once it has not changed for so many milliseconds. */
export function usePaused(value: string, pauseMs: number): string {
  const [paused, setPaused] = useState(value)

  // Waits for a pause in typing.
  useEffect(() => {
    const timer = setTimeout(setPaused, pauseMs, value)
    return () => clearTimeout(timer)
  }, [value, pauseMs])

  return paused
}
