import { useEffect, useState } from 'react'

/** How long a form is held at most, in ms. */
const longestHoldMs = 4_000

/**
 * Holds a form that was submitted while something it depends on is pending, and submits it again afterwards, or when that takes too long:
 * then it counts as not pending any more.
 */
export function useHeldSubmit(isPending: boolean) {
  const [held, hold] = useState<HTMLFormElement>()
  const [isOverdue, setOverdue] = useState(false)
  const mustWait = isPending && !isOverdue

  // Submits the form of the page.
  useEffect(() => {
    if (!mustWait) held?.requestSubmit()
    const timer = held && mustWait ? setTimeout(setOverdue, longestHoldMs, true) : undefined
    return () => clearTimeout(timer)
  }, [held, mustWait])

  return { mustWait, isHeld: held !== undefined, hold }
}
