import { Trans, useLingui } from '@lingui/react/macro'
import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { maxReasonLength, recordDeletionRequest } from '@lintel/contract/people/deletion-tasks'
import { callApi } from '../../api/call-api'
import { failedAtField } from '../../api/field-errors'
import { FormDialog } from '../../api/form/form-dialog'
import { useNewDraft } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
import { TextArea, TextField } from '../../ui/field'
import { showToast } from '../../ui/toast'
import { openDeletions } from './open-deletions'

/** Records the request of a person who asked staff for the deletion of their account, as they cannot ask for it here. */
export function RecordRequest({ onClose }: { onClose(): void }) {
  const { t } = useLingui()
  const draft = useNewDraft({ email: '', reason: '' })
  const reason = draft.values.reason.trim()
  const email = draft.values.email.trim()
  const save = useDraftSave({
    send: () => callApi(recordDeletionRequest, { body: { email, reason } }),
    invalidates: [openDeletions(undefined)],
    onSaved: () => showToast({ kind: 'done', text: t`The request of ${email} is recorded.` }),
    leave: onClose,
  })
  const isReady = emailPattern.test(email) && reason !== ''
  return (
    <FormDialog
      title={t`Record a request`}
      isDirty={draft.isDirty}
      save={save}
      fields={['email']}
      isDisabled={!isReady}
      action={<Trans>Record the request</Trans>}
      onSubmit={() => isReady && save.save()}
      onClose={onClose}
    >
      <p>
        <Trans>
          For somebody who told you that they want their account deleted and cannot ask for it here themselves. They are
          notified by email, if their address is verified, and can withdraw the request.
        </Trans>
      </p>
      <TextField
        label={t`Email`}
        type="email"
        value={draft.values.email}
        maxLength={254}
        autoComplete="off"
        error={failedAtField(save.error, 'email', 'notFound') ? t`Nobody has an account with this address.` : undefined}
        required
        data-autofocus
        onChange={({ target }) => draft.set('email', target.value)}
      />
      <TextArea
        label={t`How they asked`}
        hint={<Trans>Is kept in the audit log, which the administrators of their customer read.</Trans>}
        required
        maxLength={maxReasonLength}
        value={draft.values.reason}
        dir="auto"
        onChange={({ target }) => draft.set('reason', target.value)}
      />
    </FormDialog>
  )
}
