import { useEffect, useState } from 'react'

/**
 * Holds a form that was submitted while something it depends on was pending, and submits it again afterwards. Returns whether one is held,
 * and a function to hold a form, or none.
 */
export function useHeldSubmit(isPending: boolean) {
  const [held, hold] = useState<HTMLFormElement>()

  // Submits the form of the page.
  useEffect(() => {
    if (!isPending) held?.requestSubmit()
  }, [held, isPending])

  return [held !== undefined, hold] as const
}
