import { useEffect, useRef, useState } from 'react'
import { topmostDialog } from '../ui/open-dialogs'

/**
 * After a change of screen, moves the focus to the new heading and returns the title to announce. An element that the
 * screen or the person focuses keeps the focus.
 */
export function useScreenChange(path: string, title: string | undefined): string {
  const shown = useRef(path)
  const [announced, setAnnounced] = useState('')

  // The browser leaves the focus on the pressed element or nowhere when a screen is replaced.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title of the same screen is no other screen
  useEffect(() => {
    const content = document.getElementById('content')
    if (shown.current === path || !content) return
    shown.current = path
    setAnnounced(title ?? '')
    if (!content.contains(document.activeElement)) focusHeading(content)
    // The heading may be rendered later than its screen, or replace a focused one.
    const rendered = new MutationObserver(() => {
      const { activeElement } = document
      if (activeElement === document.body || activeElement === content) focusHeading(content)
    })
    rendered.observe(content, { childList: true, subtree: true })
    const stop = () => rendered.disconnect()
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
