import type { ReactNode } from 'react'
import { Dialog } from '../../ui/dialog'
import { FormActions } from '../../ui/form-actions'
import styles from './draft-form.module.css'
import { Loaded } from './loaded'
import type { Reading } from './reading'

interface ReadingDialogProps {
  /** Names the dialog and stands above what it shows. */
  title: string
  size?: 'plain' | 'wide'
  /** What has to be read first and is not yet. */
  unread: Reading | undefined
  /** Stands over the dialog. */
  above?: ReactNode
  /** Escape, a click beside it and Back. */
  onLeave?: (() => void) | undefined
  onClose(): void
  children: ReactNode
}

/**
 * A dialog that has to read something before it shows anything. What could not be read it says in the place of it, with another try, the
 * request's id and Close; it goes on by itself as soon as that is there, and what stands is never replaced.
 */
export function ReadingDialog({
  title,
  size = 'plain',
  unread,
  above,
  onClose,
  children,
  ...rest
}: ReadingDialogProps) {
  const { onLeave = onClose } = rest
  return (
    <Dialog label={title} onClose={onLeave} size={size}>
      <div className={styles.form}>
        <h2>{title}</h2>
        <Loaded data={unread ? undefined : true} error={unread?.error} what={unread?.what}>
          {() => children}
        </Loaded>
        {unread?.error && <FormActions onCancel={onClose} />}
      </div>
      {above}
    </Dialog>
  )
}
