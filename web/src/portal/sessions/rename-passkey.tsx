import { Trans, useLingui } from '@lingui/react/macro'
import { type Passkey, renamePasskey } from '@lintel/contract/identity/passkeys'
import { callApi } from '../../api/call-api'
import { NamePasskey } from './name-passkey'

/** Renames a passkey. */
export function RenamePasskey({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose(): void }) {
  const { t } = useLingui()
  return (
    <NamePasskey
      title={t`Rename the passkey`}
      action={<Trans>Rename</Trans>}
      name={name}
      saveName={(newName) => callApi(renamePasskey, { parameters: { id }, body: { name: newName } })}
      onClose={onClose}
    />
  )
}
