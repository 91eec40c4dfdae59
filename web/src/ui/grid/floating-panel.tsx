import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react'
import { useAnchoredPosition } from '../use-anchored-position'
import styles from './floating.module.css'

interface FloatingPanelProps {
  /** Rectangle of its anchor in the window. */
  anchorRect: DOMRect
  /** Handles keys other than Escape and Tab, which close it. */
  onKeyDown?(event: KeyboardEvent): void
  onClose(): void
  /** The panel element, for focusing its items. */
  ref?: RefObject<HTMLDivElement | null>
  children: ReactNode
}

/** A panel over the grid, for a menu. Escape, Tab and a press outside close it. */
export function FloatingPanel({ anchorRect, onKeyDown, onClose, ref, children }: FloatingPanelProps) {
  const own = useRef<HTMLDivElement>(null)
  const panel = ref ?? own
  useAnchoredPosition(panel, anchorRect, 'start')

  function onPanelKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' && event.key !== 'Tab') return onKeyDown?.(event)
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }

  return (
    <>
      <div className={styles.veil} onPointerDown={onClose} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys come to it from the menu within */}
      <div
        ref={panel}
        className={styles.panel}
        // Focusable, so that a finger lifted over it does not move the focus out of it.
        tabIndex={-1}
        onKeyDown={onPanelKeyDown}
      >
        {children}
      </div>
    </>
  )
}
