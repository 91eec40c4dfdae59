import { useEffect, useRef, useState } from 'react'
import { topmostDialog } from '../ui/open-dialogs'

/**
 * After a change of screen the keyboard goes on at the new one's heading, and its title is announced: gives what to announce.
 * A field that the screen focuses itself keeps the focus, and so does what the person goes to meanwhile.
 */
export function useScreenChange(path: string, title: string | undefined): string {
  const shown = useRef(path)
  const [announced, setAnnounced] = useState('')

  // The browser leaves the focus on what was pressed, or nowhere, when a screen takes the place of another one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title of the same screen is no other screen
  useEffect(() => {
    const content = document.getElementById('content')
    if (shown.current === path || !content) return
    shown.current = path
    setAnnounced(title ?? '')
    if (!content.contains(document.activeElement)) focusHeading(content)
    // A heading may come later than its screen, and take the place of one that was focused.
    const drawn = new MutationObserver(() => {
      const { activeElement } = document
      if (activeElement === document.body || activeElement === content) focusHeading(content)
    })
    drawn.observe(content, { childList: true, subtree: true })
    const stop = () => drawn.disconnect()
    addEventListener('keydown', stop, { once: true })
    addEventListener('pointerdown', stop, { once: true })
    return () => {
      stop()
      removeEventListener('keydown', stop)
      removeEventListener('pointerdown', stop)
    }
  }, [path])

  return announced
}

function focusHeading(content: HTMLElement) {
  if (topmostDialog()) return
  const heading = content.querySelector<HTMLElement>('h1')
  if (heading) heading.tabIndex = -1
  ;(heading ?? content).focus({ preventScroll: true })
}
