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
  /** The name that it has; empty before it has one. */
  name: string
  /** Gives it the name; nothing where the person would rather not. */
  give(name: string): Promise<unknown>
  onSaved?(): void
  onClose(): void
}

const schema = addPasskey.body?.pick({ name: true })

/** Asks for the name of a passkey. */
export function NamePasskey({ title, action, name, give, onSaved, onClose }: NamePasskeyProps) {
  const { t } = useLingui()
  const ground = { version: undefined, values: { name } }
  const draft = useDraft(ground)
  const label = t`Name`
  const form = useFormFields({ draft, ...(schema && { schema }), label: () => label, by: () => undefined })
  const save = useDraftSave({
    ground,
    send: () => give(draft.values.name.trim()),
    readAgain: () => Promise.resolve(ground),
    isDisputed: () => false,
    touches: [myPasskeys],
    onRefused: form.refuse,
    onSaved: (given) => given !== undefined && onSaved?.(),
    leave: (given) => given !== undefined && onClose(),
  })
  return (
    <FormDialog
      title={title}
      isTyped={draft.isTyped}
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
