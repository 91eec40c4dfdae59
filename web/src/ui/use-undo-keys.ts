import { useEffect, useRef } from 'react'
import { isUndoKey } from './undo-key'

/** Elements in which the keys undo typing, or which handle them. */
const ignoredTargets = 'input, textarea, select, [contenteditable], dialog'

/** Ctrl-Z and Ctrl-Shift-Z on a screen whose grid does not handle them itself: undo and redo the last step. */
export function useUndoKeys(steps: { undo(): void; redo(): void }): void {
  const latest = useRef(steps)

  // Keeps the latest handlers for the document's listener.
  useEffect(() => {
    latest.current = steps
  })

  // Listens on the document, as the focused widget may have been deleted.
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isHandled = event.defaultPrevented || document.querySelector('dialog[open]')
      if (!isUndoKey(event) || isHandled || (event.target as Element).closest(ignoredTargets)) return
      event.preventDefault()
      if (event.shiftKey) latest.current.redo()
      else latest.current.undo()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
