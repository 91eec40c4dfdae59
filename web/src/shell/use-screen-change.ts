import { useEffect, useRef, useState } from 'react'
import { topmostDialog } from '../ui/open-dialogs'

/**
 * After a change of screen the keyboard goes on at the new one's heading, and its title is announced: gives what to announce.
 * A field that the screen focuses itself keeps the focus.
 */
export function useScreenChange(path: string, title: string | undefined): string {
  const shown = useRef(path)
  const [announced, setAnnounced] = useState('')

  // The browser's focus stays on what was pressed, or nowhere, when a screen takes the place of another one.
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    setAnnounced(title ?? '')
    const content = document.getElementById('content')
    const isTaken = content?.contains(document.activeElement) && document.activeElement !== content
    if (!content || isTaken || topmostDialog()) return
    const heading = content.querySelector<HTMLElement>('h1')
    if (heading) heading.tabIndex = -1
    ;(heading ?? content).focus({ preventScroll: true })
  }, [path, title])

  return announced
}
