import { useEffect, useRef, useState } from 'react'

/**
 * Shows the error of a field only after it lost the focus: while it is typed it is merely incomplete. Where a press took the focus, the
 * error waits for its release: it would move what was pressed away from under the pointer, and the click would be lost.
 */
export function useErrorOnBlur(isWrong: boolean) {
  const [wasLeftWrong, setLeftWrong] = useState(false)
  /** Resolves after the click of the current press; undefined while nothing is pressed. */
  const press = useRef<Promise<void>>(undefined)

  // Presses anywhere in the page take the focus from the field.
  useEffect(() => {
    const begin = () => {
      press.current = new Promise((resolve) =>
        onRelease(() => {
          press.current = undefined
          // The click follows in the same task.
          setTimeout(resolve)
        }),
      )
    }
    document.addEventListener('mousedown', begin, true)
    return () => document.removeEventListener('mousedown', begin, true)
  }, [])

  function onBlur() {
    const show = () => setLeftWrong(isWrong)
    if (press.current) void press.current.then(show)
    else show()
  }

  return { isVisible: isWrong && wasLeftWrong, onBlur }
}

/**
 * Calls `work` when no mouse button is pressed any more; a finger's tap sends the same events. The list of a select and a context menu keep
 * the release to themselves: the next key or move is later than it.
 */
function onRelease(work: () => void): void {
  const listening = new AbortController()
  const release = (event: Event) => {
    if ('buttons' in event && event.buttons) return
    listening.abort()
    work()
  }
  for (const type of ['mouseup', 'mousemove', 'keydown'])
    document.addEventListener(type, release, { capture: true, signal: listening.signal })
}
