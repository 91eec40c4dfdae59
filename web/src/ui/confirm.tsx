import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from './button'
import styles from './confirm.module.css'
import { Dialog } from './dialog'

interface ConfirmProps {
  /** The question, naming what will happen to how many. */
  title: string
  children?: ReactNode
  /** The answer that does it, in the words of the question. */
  action: ReactNode
  busy?: boolean
  /** What it would do is not known yet. */
  isDisabled?: boolean
  onConfirm(): void
  onCancel(): void
}

/** Asks before something that cannot be taken back. Staying is what Enter does. */
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
