import type { ReactNode } from 'react'
import styles from './dialog-actions.module.css'

interface DialogActionsProps {
  /** Distance to what is above, where the dialog's own layout gives none. */
  className?: string | undefined
  children: ReactNode
}

/** The buttons that end a dialog, in a row at its end; on a narrow screen they wrap. */
export const DialogActions = ({ className, children }: DialogActionsProps) => (
  <div className={className === undefined ? styles.actions : `${styles.actions} ${className}`}>{children}</div>
)
