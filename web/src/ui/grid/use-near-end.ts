import { useEffect } from 'react'

/** More rows are asked for when so few are left below those in sight. */
const rowsAhead = 60

/** Calls `onNearEnd` when the last of `count` rows come near what is drawn, and again when there are more rows. */
export function useNearEnd(drawnEnd: number, count: number, onNearEnd: (() => void) | undefined): void {
  const isNear = count > 0 && drawnEnd + rowsAhead >= count

  // Whoever has more rows asks the server for them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function is no reason to ask again
  useEffect(() => {
    if (isNear) onNearEnd?.()
  }, [isNear, count])
}
