import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { removeSecondFactor } from '@lintel/contract/identity/mfa'
import { ask } from '../../api/ask'
import { failedWith } from '../../api/failure'
import { useSave } from '../../api/use-save'
import { Confirm } from '../../ui/confirm'
import { Notice } from '../../ui/notice'
import { showToast } from '../../ui/toast'

interface RemoveSecondFactorProps {
  user: { email: string; name: string }
  onClose(): void
}

/** Takes the second factor of somebody away who has lost it: by staff, who are asked whether it is that person who asks. */
export function RemoveSecondFactor({ user: { email, name }, onClose }: RemoveSecondFactorProps) {
  const { t } = useMacro()
  const hasNone = (error: unknown) => failedWith(error, 'conflict')
  const remove = useSave({
    work: () => ask(removeSecondFactor, { parameters: { user: email } }),
    shows: hasNone,
    onSaved: () => showToast({ kind: 'done', text: t`Two-step verification of ${name} is removed.` }),
  })

  return (
    <Confirm
      title={t`Remove two-step verification of ${name}?`}
      action={<Trans>Remove two-step verification</Trans>}
      busy={remove.isPending}
      isDisabled={hasNone(remove.error)}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>
        <Trans>
          The authenticator app, the recovery codes and all passkeys of {email} are removed, and the person is signed
          out everywhere. Until they set it up again, the password alone lets them in. A mail tells them.
        </Trans>
      </p>
      <p>
        <Trans>Make sure that it is this person who asks. A mail from their address does not prove it.</Trans>
      </p>
      {hasNone(remove.error) && <Notice kind="problem" title={t`${name} has no two-step verification.`} />}
    </Confirm>
  )
}
