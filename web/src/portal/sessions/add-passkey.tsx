import { Trans, useLingui } from '@lingui/react/macro'
import { addPasskey, beginPasskey } from '@lintel/contract/identity/passkeys'
import { askWithAccessToken } from '../../api/ask'
import { makePasskey, unlessDeclined } from '../../session/use-passkey'
import { showToast } from '../../ui/toast'
import { NamePasskey } from './name-passkey'

/** Names a passkey and lets the device make it. */
export function AddPasskey({ onClose }: { onClose(): void }) {
  const { t } = useLingui()
  const give = async (name: string) => {
    const response = await makePasskey(await askWithAccessToken(beginPasskey, {})).catch(unlessDeclined)
    return response && askWithAccessToken(addPasskey, { name, response })
  }
  const onSaved = () => showToast({ kind: 'done', text: t`The passkey has been added.` })
  return (
    <NamePasskey
      title={t`Add a passkey`}
      action={<Trans>Add</Trans>}
      name=""
      give={give}
      onSaved={onSaved}
      onClose={onClose}
    />
  )
}
