import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../button'
import { CopyField } from '../copy-field'
import { Dialog } from '../dialog'
import { DialogActions } from '../dialog-actions'
import styles from './secret-dialog.module.css'

interface SecretDialogProps {
  title: string
  /** Label of the secret, and the secret itself. */
  label: string
  value: string
  /** States that it is shown only once, and what it gives access to. */
  children: ReactNode
  onClose(): void
}

/** Shows a created secret once, for copying. */
export const SecretDialog = ({ title, label, value, children, onClose }: SecretDialogProps) => (
  <Dialog label={title} onClose={onClose}>
    <h2>{title}</h2>
    <div className={styles.shown}>
      <p>{children}</p>
      <CopyField label={label} value={value} />
    </div>
    <DialogActions>
      <Button kind="primary" onClick={onClose}>
        <Trans>Done</Trans>
      </Button>
    </DialogActions>
  </Dialog>
)
