import { useEffect, useRef } from 'react'

/** Elements in which keys are typed text, or which handle keys themselves. */
const ignoredTargets = 'input, textarea, select, [contenteditable], dialog, [role=menu]'

/** Handles keys wherever the focus is; not where text is typed or the focused widget has handled them. `handle` returns whether it did. */
export function usePageKeys(handle: (event: KeyboardEvent) => boolean): void {
  const latest = useRef(handle)

  // Keeps the latest handler for the document's listener.
  useEffect(() => {
    latest.current = handle
  })

  // Listens on the document, as the focused widget may have been deleted.
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isHandled = event.defaultPrevented || document.querySelector('dialog[open]')
      if (isHandled || (event.target as Element).closest(ignoredTargets)) return
      if (latest.current(event)) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
