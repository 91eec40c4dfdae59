import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { startPasswordReset } from '@lintel/contract/identity/password-reset'
import { callApi } from '../../api/call-api'
import { useSave } from '../../api/use-save'
import { Confirm } from '../../ui/confirm'
import { showToast } from '../../ui/toast'

interface StartResetProps {
  user: { email: string; name: string }
  onClose(): void
}

/** Mails a person a code for a new password; the administrator neither chooses nor sees a password. */
export function StartReset({ user: { email, name }, onClose }: StartResetProps) {
  const { t } = useMacro()
  const start = useSave({
    work: () => callApi(startPasswordReset, { parameters: { user: email } }),
    onSaved: () => showToast({ kind: 'done', text: t`A mail with a code was sent to ${email}` }),
  })

  return (
    <Confirm
      title={t`Start a password reset for ${name}?`}
      action={<Trans>Send the email</Trans>}
      busy={start.isPending}
      onConfirm={() => start.mutate(undefined, { onSettled: onClose })}
      onCancel={onClose}
    >
      <Trans>A mail with a code to set a new password goes to {email}. The present password works until then.</Trans>
    </Confirm>
  )
}
