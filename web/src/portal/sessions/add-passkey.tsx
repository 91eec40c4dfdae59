import { Trans, useLingui } from '@lingui/react/macro'
import { addPasskey, beginPasskey } from '@lintel/contract/identity/passkeys'
import { callApiWithAccessToken } from '../../api/call-api'
import { createPasskey, ignoreDeclined } from '../../session/use-passkey'
import { showToast } from '../../ui/toast'
import { NamePasskey } from './name-passkey'

/** Names a passkey and creates it on the device. */
export function AddPasskey({ onClose }: { onClose(): void }) {
  const { t } = useLingui()
  const saveName = async (name: string) => {
    const response = await createPasskey(await callApiWithAccessToken(beginPasskey, {})).catch(ignoreDeclined)
    return response && callApiWithAccessToken(addPasskey, { name, response })
  }
  const onSaved = () => showToast({ kind: 'done', text: t`The passkey has been added.` })
  return (
    <NamePasskey
      title={t`Add a passkey`}
      action={<Trans>Add</Trans>}
      name=""
      saveName={saveName}
      onSaved={onSaved}
      onClose={onClose}
    />
  )
}
