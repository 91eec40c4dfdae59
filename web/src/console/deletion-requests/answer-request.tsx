import { Trans, useLingui } from '@lingui/react/macro'
import {
  answerDeletion,
  type DeletionOutcome,
  type DeletionTask,
  longestReason,
} from '@lintel/contract/people/deletion-tasks'
import { useState } from 'react'
import { ask } from '../../api/ask'
import type { Ground } from '../../api/form/draft'
import { FormDialog } from '../../api/form/form-dialog'
import { useDraft } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
import { TextArea } from '../../ui/field'
import { showToast } from '../../ui/toast'
import { openDeletions } from './open-deletions'

interface AnswerRequestProps {
  task: DeletionTask
  outcome: DeletionOutcome
  /** For whom it is answered; undefined where staff end the request. */
  customer: string | undefined
  onClose(): void
}

/** The answer to a request, with the reason that goes to the person by mail: a refusal needs one. */
export function AnswerRequest({ task: { user }, outcome, customer, onClose }: AnswerRequestProps) {
  const { t } = useLingui()
  const [ground] = useState<Ground<{ reason: string }>>(() => ({ version: undefined, values: { reason: '' } }))
  const draft = useDraft(ground)
  const { reason } = draft.values
  const isDone = outcome === 'done'
  const isFinal = customer === undefined
  const save = useDraftSave({
    ground,
    send: () =>
      ask(answerDeletion, { parameters: { email: user }, body: { customer: customer ?? null, outcome, reason } }),
    readAgain: async () => ground,
    isDisputed: () => false,
    touches: [openDeletions(customer)],
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
      isTyped={draft.isTyped}
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
        hint={<Trans>Goes to the person by mail.</Trans>}
        optional={isDone && <Trans>optional</Trans>}
        required={!isDone}
        maxLength={longestReason}
        value={reason}
        dir="auto"
        data-autofocus
        onChange={({ target }) => draft.set('reason', target.value)}
      />
    </FormDialog>
  )
}
