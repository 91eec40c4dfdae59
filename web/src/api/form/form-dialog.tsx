import type { ReactNode } from 'react'
import { FormActions } from '../../ui/form-actions'
import { DraftForm, type DraftFormProps } from './draft-form'
import type { Reading } from './reading'
import { ReadingDialog } from './reading-dialog'
import { useLeaving } from './use-leaving'

interface FormDialogProps extends Omit<DraftFormProps, 'actions'> {
  /** Names the dialog and stands above the form. */
  title: string
  /** Typed work would be lost: Escape, a click beside it, Back and links ask first, Cancel does not. */
  isTyped: boolean
  size?: 'plain' | 'wide'
  isDisabled?: boolean
  /** `danger` for what the person was warned of. */
  kind?: 'primary' | 'danger'
  /** What else can be done with the record. */
  aside?: ReactNode
  /** The word of what submits the form; undefined where nothing can be changed. */
  action: ReactNode | undefined
  /** What the form lies on and is not read yet, or could not be ({@link unreadOf}). */
  unread?: Reading | undefined
  onClose(): void
}

/** The dialog in which a record is edited or created. */
export function FormDialog({ title, isTyped, size = 'plain', unread, onClose, children, ...form }: FormDialogProps) {
  const { isDisabled = false, kind = 'primary', aside, action, ...rest } = form
  const { leave, question } = useLeaving(isTyped && !rest.save.isSaving)
  const actions = (
    <FormActions onCancel={onClose} isBusy={rest.save.isSaving} isDisabled={isDisabled} kind={kind} aside={aside}>
      {action}
    </FormActions>
  )
  return (
    <ReadingDialog {...{ title, size, unread, onClose }} onLeave={() => leave(onClose)} above={question}>
      <DraftForm {...rest} actions={actions}>
        {children}
      </DraftForm>
    </ReadingDialog>
  )
}
