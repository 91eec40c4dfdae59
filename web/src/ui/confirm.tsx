import { Trans } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { Button } from './button'
import styles from './confirm.module.css'
import { Dialog } from './dialog'
import { DialogActions } from './dialog-actions'

interface ConfirmProps {
  /** The question, stating what will happen to how many. */
  title: string
  children?: ReactNode
  /** Label of the confirming button, in the words of the question. */
  action: ReactNode
  /** `primary` for an action that destroys nothing: it has the focus instead of Cancel. */
  kind?: 'danger' | 'primary'
  /** The action is running: it can no longer be cancelled, only the dialog can be closed. */
  busy?: boolean
  /** True while the effect of the action is not known yet. */
  isDisabled?: boolean
  onConfirm(): void
  /** Called by Cancel, and by Close while busy. */
  onCancel(): void
}

/** Confirmation of an action that cannot be undone. Cancel has the focus. */
export function Confirm({
  title,
  children,
  action,
  kind = 'danger',
  busy = false,
  isDisabled = false,
  onConfirm,
  onCancel,
}: ConfirmProps) {
  const words = useId()
  return (
    <Dialog label={title} describedBy={children ? words : undefined} onClose={onCancel}>
      <h2>{title}</h2>
      {children && (
        <div id={words} className={styles.words}>
          {children}
        </div>
      )}
      <DialogActions className={styles.answers}>
        <Button onClick={onCancel} autoFocus>
          {busy ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
        </Button>
        <Button
          kind={kind}
          busy={busy}
          disabled={isDisabled}
          onClick={onConfirm}
          data-autofocus={kind === 'primary' || undefined}
        >
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
