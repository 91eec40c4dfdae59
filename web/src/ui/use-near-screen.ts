import { type RefObject, useEffect, useRef, useState } from 'react'
import { watchNearScreen } from './watch-near-screen'

/**
 * Whether an element is in sight, or nearer to it than `margin` pixels; give its `ref` to the element. One that `startsNear` counts as
 * near until the browser has told: what a screen opens with need not wait for that.
 */
export function useNearScreen<E extends Element>(
  margin: number,
  startsNear: boolean,
): { ref: RefObject<E | null>; isNear: boolean } {
  const ref = useRef<E>(null)
  const [isNear, setNear] = useState(startsNear)

  // Asks the browser when the element comes near the screen and when it has gone.
  useEffect(() => {
    const observed = ref.current
    if (!observed) return
    // Where the focus is stays drawn: whoever scrolls on and then presses a key continues from there.
    return watchNearScreen(observed, margin, ({ isIntersecting }) =>
      setNear(isIntersecting || observed.contains(document.activeElement)),
    )
  }, [margin])

  return { ref, isNear }
}
