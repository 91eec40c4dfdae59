import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import { resetCodeMinutes, startPasswordReset } from '@lintel/contract/identity/password-reset'
import { callApi } from '../../api/call-api'
import { useSave } from '../../api/use-save'
import { useCanReadMail } from '../../session/use-can-read-mail'
import { Confirm } from '../../ui/confirm'
import { showToast } from '../../ui/toast'

interface StartResetProps {
  user: { email: string; name: string }
  onClose(): void
}

/**
 * Mails a person a code for a new password; the administrator neither chooses nor sees a password. Where no mail is sent, whoever runs the
 * server passes the code on.
 */
export function StartReset({ user: { email, name }, onClose }: StartResetProps) {
  const { t } = useMacro()
  const isSent = useCanReadMail()
  const start = useSave({
    work: () => callApi(startPasswordReset, { parameters: { user: email } }),
    onSaved: () =>
      showToast({
        kind: 'done',
        text: isSent
          ? t`A mail with a code was sent to ${email}`
          : t`The mail with a code for ${email} goes to the outbox of this server.`,
      }),
  })

  return (
    <Confirm
      title={t`Start a password reset for ${name}?`}
      action={isSent ? <Trans>Send the email</Trans> : <Trans>Start the reset</Trans>}
      busy={start.isPending}
      onConfirm={() => start.mutate(undefined, { onSettled: onClose })}
      onCancel={onClose}
    >
      {isSent ? (
        <Trans>A mail with a code to set a new password goes to {email}. The present password works until then.</Trans>
      ) : (
        <Plural
          value={resetCodeMinutes}
          one="No email is sent here: the mail with a code to set a new password goes to the outbox of this server. Have whoever runs it pass it on within # minute. The present password works until then."
          other="No email is sent here: the mail with a code to set a new password goes to the outbox of this server. Have whoever runs it pass it on within # minutes. The present password works until then."
        />
      )}
    </Confirm>
  )
}
