import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * Gives a function that says whether the component has been left. What it asked for may be answered long after: that is kept and
 * told all the same, but closes nothing and leads nowhere, for something else is open by then.
 */
export function useIsLeft(): () => boolean {
  const router = useRouter()
  /** Of the screen on which it is drawn; undefined while it is not. */
  const path = useRef<string>(undefined)
  // Answers come from outside React, and find here whether the component is still drawn.
  useEffect(() => {
    path.current = pathOf(router)
    return () => {
      path.current = undefined
    }
  }, [router])
  // A screen stays drawn until the next one is there: whoever is on their way to it has left this one.
  return () => path.current !== pathOf(router)
}

/** Where somebody is or is on their way to: an address with a slash at its end is the same screen without it. */
const pathOf = ({ latestLocation }: Pick<AnyRouter, 'latestLocation'>): string =>
  latestLocation.pathname.replace(/(?<=.)\/$/, '')
