import { Trans, useLingui } from '@lingui/react/macro'
import { createDisplayToken } from '@lintel/contract/identity/display-tokens'
import { useState } from 'react'
import { ask } from '../../../api/ask'
import type { Ground } from '../../../api/form/draft'
import { FormDialog } from '../../../api/form/form-dialog'
import { useDraft } from '../../../api/form/use-draft'
import { useDraftSave } from '../../../api/form/use-draft-save'
import { TextField } from '../../../ui/field'
import { displayTokensOf } from './wall-calls'

interface MakeWallLinkProps {
  customer: string
  /** Gets the token itself, which is told this once. */
  onMade(token: string): void
  onClose(): void
}

/** Makes a link by which one screen shows the board of a customer. */
export function MakeWallLink({ customer, onMade, onClose }: MakeWallLinkProps) {
  const { t } = useLingui()
  const [ground] = useState<Ground<{ name: string }>>(() => ({ version: undefined, values: { name: '' } }))
  const draft = useDraft(ground)
  const name = draft.values.name.trim()
  const save = useDraftSave({
    ground,
    send: () => ask(createDisplayToken, { body: { customer, name } }),
    readAgain: async () => ground,
    isDisputed: () => false,
    touches: [displayTokensOf(customer)],
    leave: ({ token }) => onMade(token),
  })
  return (
    <FormDialog
      title={t`Create a link for a screen`}
      isTyped={draft.isTyped}
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
