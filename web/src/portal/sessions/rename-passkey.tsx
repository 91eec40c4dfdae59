import { Trans, useLingui } from '@lingui/react/macro'
import { type Passkey, renamePasskey } from '@lintel/contract/identity/passkeys'
import { ask } from '../../api/ask'
import { NamePasskey } from './name-passkey'

/** Gives a passkey another name. */
export function RenamePasskey({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose(): void }) {
  const { t } = useLingui()
  return (
    <NamePasskey
      title={t`Rename the passkey`}
      action={<Trans>Rename</Trans>}
      name={name}
      give={(given) => ask(renamePasskey, { parameters: { id }, body: { name: given } })}
      onClose={onClose}
    />
  )
}
