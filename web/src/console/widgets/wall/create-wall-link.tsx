import { Trans, useLingui } from '@lingui/react/macro'
import { createDisplayToken } from '@lintel/contract/identity/display-tokens'
import { callApi } from '../../../api/call-api'
import { FormDialog } from '../../../api/form/form-dialog'
import { useNewDraft } from '../../../api/form/use-draft'
import { useDraftSave } from '../../../api/form/use-draft-save'
import { TextField } from '../../../ui/field'
import { displayTokensQuery } from './wall-calls'

interface CreateWallLinkProps {
  customer: string
  /** Receives the token, which is shown only once, even if the dialog has been closed before. */
  onCreated(token: string): void
  onClose(): void
}

/** Creates a link with which one screen shows the board of a customer. */
export function CreateWallLink({ customer, onCreated, onClose }: CreateWallLinkProps) {
  const { t } = useLingui()
  const draft = useNewDraft({ name: '' })
  const name = draft.values.name.trim()
  const save = useDraftSave({
    send: () => callApi(createDisplayToken, { body: { customer, name } }),
    invalidates: [displayTokensQuery(customer)],
    onSaved: ({ token }) => onCreated(token),
    leave: onClose,
  })
  return (
    <FormDialog
      title={t`Create a link for a screen`}
      isDirty={draft.isDirty}
      save={save}
      isDisabled={name === ''}
      action={<Trans>Create the link</Trans>}
      onSubmit={() => name !== '' && save.save()}
      onClose={onClose}
    >
      <TextField
        label={t`Name of the screen`}
        value={draft.values.name}
        maxLength={100}
        required
        autoComplete="off"
        onChange={({ target }) => draft.set('name', target.value)}
        data-autofocus
      />
    </FormDialog>
  )
}
