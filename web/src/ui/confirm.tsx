import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from './button'
import styles from './confirm.module.css'
import { Dialog } from './dialog'

interface ConfirmProps {
  /** The question, stating what will happen to how many. */
  title: string
  children?: ReactNode
  /** Label of the confirming button, in the words of the question. */
  action: ReactNode
  busy?: boolean
  /** True while the effect of the action is not known yet. */
  isDisabled?: boolean
  onConfirm(): void
  onCancel(): void
}

/** Confirmation of an action that cannot be undone. Cancel has the focus. */
export const Confirm = ({
  title,
  children,
  action,
  busy = false,
  isDisabled = false,
  onConfirm,
  onCancel,
}: ConfirmProps) => (
  <Dialog label={title} onClose={onCancel}>
    <h2>{title}</h2>
    {children && <div className={styles.words}>{children}</div>}
    <div className={styles.answers}>
      <Button onClick={onCancel} autoFocus>
        <Trans>Cancel</Trans>
      </Button>
      <Button kind="danger" busy={busy} disabled={isDisabled} onClick={onConfirm}>
        {action}
      </Button>
    </div>
  </Dialog>
)
