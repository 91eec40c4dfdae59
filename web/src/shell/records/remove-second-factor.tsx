import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { removeSecondFactor } from '@lintel/contract/identity/mfa'
import { callApi } from '../../api/call-api'
import { failedWith } from '../../api/failure'
import { useIsLeft } from '../../api/form/use-is-left'
import { useSave } from '../../api/use-save'
import { Confirm } from '../../ui/confirm'
import { Notice } from '../../ui/notice'
import { showToast } from '../../ui/toast'

interface RemoveSecondFactorProps {
  user: { email: string; name: string }
  onClose(): void
}

/** Lets staff remove the second factor of somebody who has lost it, after verifying the person's identity. */
export function RemoveSecondFactor({ user: { email, name }, onClose }: RemoveSecondFactorProps) {
  const { t } = useMacro()
  const isLeft = useIsLeft()
  const hasNone = (error: unknown) => failedWith(error, 'conflict')
  const remove = useSave({
    work: () => callApi(removeSecondFactor, { parameters: { user: email } }),
    handlesError: (error) => hasNone(error) && !isLeft(),
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
          out everywhere. Until they set it up again, the password alone lets them in. An email tells them.
        </Trans>
      </p>
      <p>
        <Trans>Make sure that it is this person who asks. An email from their address does not prove it.</Trans>
      </p>
      {hasNone(remove.error) && <Notice kind="problem" title={t`${name} has no two-step verification.`} />}
    </Confirm>
  )
}
