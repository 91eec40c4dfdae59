import { Plural } from '@lingui/react/macro'
import { type ReactNode, useLayoutEffect } from 'react'
import styles from './selected-bar.module.css'

interface SelectedBarProps {
  /** Names the bar for screen readers. */
  label: string
  /** Text about the selection. */
  title: ReactNode
  /** Number of selected items that are no longer visible. */
  left?: number
  /** Actions on the selection. */
  children?: ReactNode
}

/** The bar of a selection: what is selected, how many items left it by becoming invisible, and actions for the rest. */
export function SelectedBar({ label, title, left = 0, children }: SelectedBarProps) {
  // Marks the body, since toasts are placed above the bar: `:root:has(…)` would restyle the whole screen on every change.
  useLayoutEffect(() => {
    document.body.toggleAttribute('data-selecting', true)
    return () => void document.body.toggleAttribute('data-selecting', false)
  }, [])

  return (
    <section className={styles.selection} aria-label={label}>
      <span className={styles.selected}>
        {title}
        {/* Mounted before its text, so that the text is announced when it appears. */}
        <span className={styles.left} role="status">
          {left > 0 && (
            <Plural
              value={left}
              one="# is no longer shown and not selected"
              other="# are no longer shown and not selected"
            />
          )}
        </span>
      </span>
      {children}
    </section>
  )
}
