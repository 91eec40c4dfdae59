import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { startPasswordReset } from '@lintel/contract/identity/password-reset'
import { useState } from 'react'
import { ask } from '../../api/ask'
import { problemText } from '../../api/problem-text'
import { Confirm } from '../../ui/confirm'
import { showToast } from '../../ui/toast'

interface StartResetProps {
  user: { email: string; name: string }
  onClose(): void
}

/** Has a code for a new password mailed to somebody; whoever starts it neither chooses nor sees a password. */
export function StartReset({ user: { email, name }, onClose }: StartResetProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [isBusy, setBusy] = useState(false)

  async function start() {
    setBusy(true)
    try {
      await ask(startPasswordReset, { parameters: { user: email } })
      showToast({ kind: 'done', text: t`A mail with a code was sent to ${email}` })
    } catch (error) {
      showToast({ kind: 'problem', text: i18n._(problemText(error)) })
    }
    onClose()
  }

  return (
    <Confirm
      title={t`Start a password reset for ${name}?`}
      action={<Trans>Send the mail</Trans>}
      busy={isBusy}
      onConfirm={() => void start()}
      onCancel={onClose}
    >
      <Trans>A mail with a code to set a new password goes to {email}. The present password works until then.</Trans>
    </Confirm>
  )
}
