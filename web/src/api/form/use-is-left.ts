import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * Returns a function that tells whether the component's screen has been left. Late results are still stored and announced then, but must
 * not close or navigate, as another screen is open.
 */
export function useIsLeft(): () => boolean {
  const router = useRouter()
  /** The path of the screen where it is mounted; undefined while it is not. */
  const path = useRef<string>(undefined)
  // Results arrive outside React, so the mounted state is kept in a ref.
  useEffect(() => {
    path.current = pathOf(router)
    return () => {
      path.current = undefined
    }
  }, [router])
  // A screen stays mounted until the next one is loaded, but counts as left from the start of the navigation.
  return () => path.current !== pathOf(router)
}

/** The path of the latest navigation, without a trailing slash. */
const pathOf = ({ latestLocation }: Pick<AnyRouter, 'latestLocation'>): string =>
  latestLocation.pathname.replace(/(?<=.)\/$/, '')
