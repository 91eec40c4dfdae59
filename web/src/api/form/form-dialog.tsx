import type { ReactNode } from 'react'
import { Dialog } from '../../ui/dialog'
import { FormActions } from '../../ui/form-actions'
import { DraftForm, type DraftFormProps } from './draft-form'
import styles from './draft-form.module.css'
import { Loaded } from './loaded'
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
  /** What the form lies on is not read yet, or could not be. */
  unread?: { error: Error | null } | false | undefined
  onClose(): void
}

/** The dialog in which a record is edited or created. */
export function FormDialog({ title, isTyped, size = 'plain', unread, onClose, children, ...form }: FormDialogProps) {
  const { isDisabled = false, kind = 'primary', aside, action, ...rest } = form
  const readError = unread ? unread.error : null
  const { leave, question } = useLeaving(isTyped && !rest.save.isSaving)
  const actions = (
    <FormActions onCancel={onClose} isBusy={rest.save.isSaving} isDisabled={isDisabled} kind={kind} aside={aside}>
      {action}
    </FormActions>
  )
  return (
    <Dialog label={title} onClose={() => leave(onClose)} size={size}>
      <div className={styles.form}>
        <h2>{title}</h2>
        <Loaded data={unread ? undefined : form} error={readError}>
          {() => (
            <DraftForm {...rest} actions={actions}>
              {children}
            </DraftForm>
          )}
        </Loaded>
        {readError && <FormActions onCancel={onClose} />}
      </div>
      {question}
    </Dialog>
  )
}
