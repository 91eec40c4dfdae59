import { Trans, useLingui } from '@lingui/react/macro'
import { type Passkey, renamePasskey } from '@lintel/contract/identity/passkeys'
import { ask } from '../../api/ask'
import { useSave } from '../../api/use-save'
import { myPasskeys } from '../../session/my-passkeys'
import { NameDialog } from './name-dialog'

/** Gives a passkey another name. */
export function RenamePasskey({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose(): void }) {
  const { t } = useLingui()
  const rename = useSave({
    work: (given: string) => ask(renamePasskey, { parameters: { id }, body: { name: given } }),
    touches: [myPasskeys],
    shows: () => true,
    onSaved: onClose,
  })
  return (
    <NameDialog
      title={t`Rename the passkey`}
      action={<Trans>Rename</Trans>}
      name={name}
      isBusy={rename.isPending}
      error={rename.error}
      onGive={(given) => rename.mutate(given)}
      onClose={onClose}
    />
  )
}
