import { Trans, useLingui } from '@lingui/react/macro'
import { addPasskey } from '@lintel/contract/identity/passkeys'
import type { ReactNode } from 'react'
import { FormDialog } from '../../api/form/form-dialog'
import { useDraft } from '../../api/form/use-draft'
import { useDraftSave } from '../../api/form/use-draft-save'
import { useFormFields } from '../../api/form/use-form-fields'
import { myPasskeys } from '../../session/my-passkeys'
import { TextField } from '../../ui/field'

interface NamePasskeyProps {
  title: string
  action: ReactNode
  /** The current name; empty for a new passkey. */
  name: string
  /** Saves the name; resolves to undefined if the user cancelled. */
  saveName(name: string): Promise<unknown>
  onSaved?(): void
  onClose(): void
}

const schema = addPasskey.body?.pick({ name: true })

/** A form for the name of a passkey. */
export function NamePasskey({ title, action, name, saveName, onSaved, onClose }: NamePasskeyProps) {
  const { t } = useLingui()
  const baseline = { version: undefined, values: { name } }
  const draft = useDraft(baseline)
  const label = t`Name`
  const form = useFormFields({ draft, ...(schema && { schema }), label: () => label, by: () => undefined })
  const save = useDraftSave({
    send: () => saveName(draft.values.name.trim()),
    invalidates: [myPasskeys],
    onRefused: form.refuse,
    onSaved: (result) => result !== undefined && onSaved?.(),
    leave: (result) => result !== undefined && onClose(),
  })
  return (
    <FormDialog
      title={title}
      isDirty={draft.isDirty}
      save={save}
      fields={['name']}
      action={action}
      onSubmit={(event) => {
        if (form.check(event)) save.save()
      }}
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label={label}
        hint={<Trans>For example the device that holds it.</Trans>}
        autoComplete="off"
        dir="auto"
        required
        data-autofocus
      />
    </FormDialog>
  )
}
