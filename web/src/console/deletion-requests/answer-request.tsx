import { Trans, useLingui } from '@lingui/react/macro'
import {
  answerDeletion,
  type DeletionOutcome,
  type DeletionTask,
  maxReasonLength,
} from '@lintel/contract/people/deletion-tasks'
import { callApi } from '../../api/call-api'
import { FormDialog } from '../../api/form/form-dialog'
import { useNewDraft } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
import { TextArea } from '../../ui/field'
import { showToast } from '../../ui/toast'
import { openDeletions } from './open-deletions'

interface AnswerRequestProps {
  task: DeletionTask
  outcome: DeletionOutcome
  /** Customer on whose behalf the request is answered; undefined where staff complete it. */
  customer: string | undefined
  onClose(): void
}

/** The form that answers a request; its reason is mailed to the person and is required for a refusal. */
export function AnswerRequest({ task: { user }, outcome, customer, onClose }: AnswerRequestProps) {
  const { t } = useLingui()
  const draft = useNewDraft({ reason: '' })
  const { reason } = draft.values
  const isDone = outcome === 'done'
  const isFinal = customer === undefined
  const save = useDraftSave({
    send: () =>
      callApi(answerDeletion, { parameters: { email: user }, body: { customer: customer ?? null, outcome, reason } }),
    invalidates: [openDeletions(customer)],
    onSaved() {
      showToast({
        kind: 'done',
        text: isFinal && isDone ? t`The account ${user} is deleted.` : t`${user} was answered.`,
      })
    },
    leave: onClose,
  })
  const title = isFinal
    ? isDone
      ? t`Delete the account ${user}?`
      : t`Refuse the request of ${user}?`
    : isDone
      ? t`Agree to the request of ${user}?`
      : t`Object to the request of ${user}?`
  return (
    <FormDialog
      title={title}
      isDirty={draft.isDirty}
      save={save}
      kind={isFinal && isDone ? 'danger' : 'primary'}
      isDisabled={!isDone && reason.trim() === ''}
      action={
        isFinal ? (
          isDone ? (
            <Trans>Delete the account</Trans>
          ) : (
            <Trans>Refuse</Trans>
          )
        ) : isDone ? (
          <Trans>Agree</Trans>
        ) : (
          <Trans>Object</Trans>
        )
      }
      onSubmit={() => (isDone || reason.trim() !== '') && save.save()}
      onClose={onClose}
    >
      {isFinal && isDone && (
        <p>
          <Trans>
            Its memberships end, everybody is signed out of it, and nobody signs in with it again. This cannot be
            undone.
          </Trans>
        </p>
      )}
      <TextArea
        label={t`Reason`}
        hint={<Trans>Goes to the person by email.</Trans>}
        optional={isDone && <Trans>optional</Trans>}
        required={!isDone}
        maxLength={maxReasonLength}
        value={reason}
        dir="auto"
        data-autofocus
        onChange={({ target }) => draft.set('reason', target.value)}
      />
    </FormDialog>
  )
}
