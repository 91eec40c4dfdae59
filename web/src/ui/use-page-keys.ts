import { useEffect, useRef } from 'react'

/** Where a letter is text, or a dialog has the keyboard. */
const ownKeys = 'input, textarea, select, [contenteditable], dialog, [role=menu]'

/** Keys that mean the same wherever on the screen the focus is, unless it is where text is typed; as `?` and `/`. */
export function usePageKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys)

  // The page's keys are the document's: what they do is taken over with each drawing.
  useEffect(() => {
    latest.current = keys
  })

  // Listens at the document, as the focus may be anywhere.
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const run = event.ctrlKey || event.metaKey || event.altKey ? undefined : latest.current[event.key]
      const isTaken = event.defaultPrevented || document.querySelector('dialog[open]')
      if (!run || isTaken || (event.target as Element).closest(ownKeys)) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
