import { Trans, useLingui } from '@lingui/react/macro'
import { Confirm } from '../../ui/confirm'
import type { AskedAction } from './use-invitation-actions'

interface InvitationQuestionProps {
  asked: AskedAction
  onConfirm(): void
  onCancel(): void
}

/** Asks before a link is replaced or an invitation is withdrawn. */
export function InvitationQuestion({ asked, onConfirm, onCancel }: InvitationQuestionProps) {
  const { t } = useLingui()
  const { action, invitation } = asked
  if (action === 'copy-link')
    return (
      <Confirm
        title={t`Create a new link for ${invitation.email}?`}
        action={<Trans>Create a new link</Trans>}
        onConfirm={onConfirm}
        onCancel={onCancel}
      >
        <Trans>The link that was mailed before stops working.</Trans>
      </Confirm>
    )
  return (
    <Confirm
      title={t`Withdraw the invitation of ${invitation.email}?`}
      action={<Trans>Withdraw</Trans>}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <Trans>The membership that it is for ends as well.</Trans>
    </Confirm>
  )
}
