import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react'
import { usePlaceBeside } from '../use-place-beside'
import styles from './floating.module.css'

interface FloatingPanelProps {
  /** What it belongs to, in the window; it stands below that, or where there is room. */
  beside: DOMRect
  /** Keys that are neither Escape nor Tab, which close it. */
  onKeyDown?(event: KeyboardEvent): void
  onClose(): void
  /** The panel itself, for whoever gives its items the focus. */
  ref?: RefObject<HTMLDivElement | null>
  children: ReactNode
}

/** A panel over the grid, for a menu. Escape, Tab and a press elsewhere close it. */
export function FloatingPanel({ beside, onKeyDown, onClose, ref, children }: FloatingPanelProps) {
  const own = useRef<HTMLDivElement>(null)
  const panel = ref ?? own
  usePlaceBeside(panel, beside, 'start')

  function takeKey(event: KeyboardEvent) {
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
        // A finger that is lifted over it takes the focus from its items: the keys stay with it.
        tabIndex={-1}
        onKeyDown={takeKey}
      >
        {children}
      </div>
    </>
  )
}
