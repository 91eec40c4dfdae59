import { useEffect, useRef } from 'react'
import { isUndoKey } from './undo-key'

/** Where the keys undo what was typed, or a dialog has them. */
const ownKeys = 'input, textarea, select, [contenteditable], dialog'

/** Ctrl-Z and Ctrl-Shift-Z on a screen whose grid does not take them itself: the last step is undone, or done again. */
export function useUndoKeys(steps: { undo(): void; redo(): void }): void {
  const latest = useRef(steps)

  // What the keys do is taken over with each drawing.
  useEffect(() => {
    latest.current = steps
  })

  // Listens at the document: what had the focus may have gone with the widget that was deleted.
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isTaken = event.defaultPrevented || document.querySelector('dialog[open]')
      if (!isUndoKey(event) || isTaken || (event.target as Element).closest(ownKeys)) return
      event.preventDefault()
      if (event.shiftKey) latest.current.redo()
      else latest.current.undo()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
