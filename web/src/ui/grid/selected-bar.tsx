import { Plural } from '@lingui/react/macro'
import { type ReactNode, useLayoutEffect } from 'react'
import styles from './selected-bar.module.css'

interface SelectedBarProps {
  /** Names the bar for those who hear it. */
  label: string
  /** What is selected. */
  title: ReactNode
  /** How many were selected with it and are not shown any more. */
  left?: number
  /** What can be done with it. */
  children?: ReactNode
}

/** What is selected, what has left the selection because it is not shown any more, and what can be done with the rest. */
export function SelectedBar({ label, title, left = 0, children }: SelectedBarProps) {
  // Toasts stand above it. The style sheet is told here: asking `:root:has(…)` has every change of a screen restyle all of it.
  useLayoutEffect(() => {
    document.body.toggleAttribute('data-selecting', true)
    return () => void document.body.toggleAttribute('data-selecting', false)
  }, [])

  return (
    <section className={styles.selection} aria-label={label}>
      <span className={styles.selected}>
        {title}
        {left > 0 && (
          <span className={styles.left} role="status">
            <Plural
              value={left}
              one="# is no longer shown and not selected"
              other="# are no longer shown and not selected"
            />
          </span>
        )}
      </span>
      {children}
    </section>
  )
}
