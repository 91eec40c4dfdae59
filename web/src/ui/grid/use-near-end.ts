import { useEffect } from 'react'

/** More rows are loaded when fewer than this are left below the visible ones. */
const rowsAhead = 60

/** Calls `onNearEnd` when the last of `count` rows are nearly rendered, and again when there are more rows. */
export function useNearEnd(renderedEnd: number, count: number, onNearEnd: (() => void) | undefined): void {
  const isNear = count > 0 && renderedEnd + rowsAhead >= count

  // The caller loads more rows from the server.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function is no reason to ask again
  useEffect(() => {
    if (isNear) onNearEnd?.()
  }, [isNear, count])
}
