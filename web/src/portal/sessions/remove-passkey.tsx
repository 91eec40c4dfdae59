import { Trans, useLingui } from '@lingui/react/macro'
import { type Passkey, removePasskey } from '@lintel/contract/identity/passkeys'
import { endOtherSessions } from '@lintel/contract/identity/sessions'
import { useState } from 'react'
import { callApi } from '../../api/call-api'
import { ignoreNotFound } from '../../api/failure'
import { useSave } from '../../api/use-save'
import { myPasskeys } from '../../session/my-passkeys'
import { EndOtherSessionsCheckbox } from '../../shell/end-other-sessions-checkbox'
import { Confirm } from '../../ui/confirm'
import { showToast } from '../../ui/toast'

/** Removes a passkey, and ends the other sessions if the user wants that as well. */
export function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose(): void }) {
  const { t } = useLingui()
  const [endsOthers, setEndsOthers] = useState(false)
  const remove = useSave({
    work: () => removeOwn(passkey.id, endsOthers),
    invalidates: [myPasskeys],
    onSaved: () => showToast({ kind: 'done', text: t`The passkey has been removed.` }),
  })
  return (
    <Confirm
      title={t`Remove this passkey?`}
      action={<Trans>Remove</Trans>}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
      onCancel={onClose}
    >
      <p>
        <Trans>{passkey.name} will not sign you in any more. Delete it on your device as well.</Trans>
      </p>
      <EndOtherSessionsCheckbox
        checked={endsOthers}
        onChange={({ currentTarget }) => setEndsOthers(currentTarget.checked)}
      />
    </Confirm>
  )
}

/** A passkey that was removed already counts as removed; the other sessions are then ended by a call of their own. */
async function removeOwn(id: string, endsOthers: boolean): Promise<void> {
  try {
    const query = endsOthers ? { endOtherSessions: 'true' } : {}
    await callApi(removePasskey, { parameters: { id }, query })
  } catch (error) {
    ignoreNotFound(error)
    if (endsOthers) await callApi(endOtherSessions)
  }
}
