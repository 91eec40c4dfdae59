import type { ReactNode } from 'react'
import { Dialog } from '../../ui/dialog'
import { FormActions } from '../../ui/form-actions'
import styles from './draft-form.module.css'
import type { LoadState } from './load-state'
import { Loaded } from './loaded'

interface PendingDialogProps {
  /** The title of the dialog, also its label. */
  title: string
  size?: 'plain' | 'wide'
  /** Data that is not loaded yet; undefined when everything is. */
  pending: LoadState | undefined
  /** Rendered on top of the dialog. */
  above?: ReactNode
  /** Called on Escape, a click outside and Back. */
  onLeave?: (() => void) | undefined
  onClose(): void
  children: ReactNode
}

/**
 * A dialog that waits for its data. A failed load shows what failed, a retry button, the request id and Close; the dialog continues by
 * itself once the data is there, and never replaces shown content.
 */
export function PendingDialog({
  title,
  size = 'plain',
  pending,
  above,
  onClose,
  children,
  ...rest
}: PendingDialogProps) {
  const { onLeave = onClose } = rest
  return (
    <Dialog label={title} onClose={onLeave} size={size}>
      <div className={styles.form}>
        <h2>{title}</h2>
        <Loaded data={pending ? undefined : true} error={pending?.error} what={pending?.what}>
          {() => children}
        </Loaded>
        {pending?.error && <FormActions onCancel={onClose} />}
      </div>
      {above}
    </Dialog>
  )
}
