import type { ReactNode } from 'react'
import { FormActions } from '../../ui/form-actions'
import { DraftForm, type DraftFormProps } from './draft-form'
import type { LoadState } from './load-state'
import { PendingDialog } from './pending-dialog'
import { useLeaveGuard } from './use-leave-guard'

interface FormDialogProps extends Omit<DraftFormProps, 'actions'> {
  /** The title of the dialog, also its label. */
  title: string
  /** There are unsaved changes: Escape, a click outside, Back and links ask first; Cancel does not. */
  isDirty: boolean
  size?: 'plain' | 'wide'
  isDisabled?: boolean
  /** `danger` for actions that the person was warned of. */
  kind?: 'primary' | 'danger'
  /** Further actions on the record. */
  aside?: ReactNode
  /** The label of the submit button; undefined where nothing can be changed. */
  action: ReactNode | undefined
  /** Data that the form needs and that is not loaded yet, or failed to load ({@link firstPending}). */
  pending?: LoadState | undefined
  onClose(): void
}

/** The dialog that edits or creates a record. */
export function FormDialog({ title, isDirty, size = 'plain', pending, onClose, children, ...form }: FormDialogProps) {
  const { isDisabled = false, kind = 'primary', aside, action, ...rest } = form
  const { leave, question } = useLeaveGuard(isDirty, { isSaving: rest.save.isSaving })
  const actions = (
    <FormActions onCancel={onClose} isBusy={rest.save.isSaving} isDisabled={isDisabled} kind={kind} aside={aside}>
      {action}
    </FormActions>
  )
  return (
    <PendingDialog {...{ title, size, pending, onClose }} onLeave={() => leave(onClose)} above={question}>
      <DraftForm {...rest} actions={actions}>
        {children}
      </DraftForm>
    </PendingDialog>
  )
}
