import { useEffect, useRef } from 'react'

/** Elements in which keys are typed text, or which handle keys themselves. */
const ignoredTargets = 'input, textarea, select, [contenteditable], dialog, [role=menu]'

/** Page-wide keyboard shortcuts, as `?` and `/`; ignored where text is typed. */
export function usePageShortcuts(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys)

  // Keeps the latest handlers for the document's listener.
  useEffect(() => {
    latest.current = keys
  })

  // Listens at the document, as the focus may be anywhere.
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const run = event.ctrlKey || event.metaKey || event.altKey ? undefined : latest.current[event.key]
      const isHandled = event.defaultPrevented || document.querySelector('dialog[open]')
      if (!run || isHandled || (event.target as Element).closest(ignoredTargets)) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
