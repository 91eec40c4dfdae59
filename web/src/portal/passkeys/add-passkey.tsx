import { Trans, useLingui } from '@lingui/react/macro'
import { addPasskey, beginPasskey } from '@lintel/contract/identity/passkeys'
import { askWithAccessToken } from '../../api/ask'
import { failedWith } from '../../api/failure'
import { useSave } from '../../api/use-save'
import { myPasskeys } from '../../session/my-passkeys'
import { makePasskey, unlessDeclined } from '../../session/use-passkey'
import { showToast } from '../../ui/toast'
import { NameDialog } from './name-dialog'

/** Names a passkey and lets the device make it. */
export function AddPasskey({ onClose }: { onClose(): void }) {
  const { t } = useLingui()
  const add = useSave({
    work: async (name: string) => {
      const response = await makePasskey(await askWithAccessToken(beginPasskey, {})).catch(unlessDeclined)
      return response && askWithAccessToken(addPasskey, { name, response })
    },
    touches: [myPasskeys],
    shows: () => true,
    onSaved: (added) => {
      if (!added) return
      showToast({ kind: 'done', text: t`The passkey has been added.` })
      onClose()
    },
  })
  return (
    <NameDialog
      title={t`Add a passkey`}
      action={<Trans>Add</Trans>}
      name=""
      isBusy={add.isPending}
      error={failedWith(add.error, 'stepUpRequired') ? null : add.error}
      onGive={(name) => add.mutate(name)}
      onClose={onClose}
    />
  )
}
