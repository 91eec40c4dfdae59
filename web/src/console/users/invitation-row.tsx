import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { Invitation } from '@lintel/contract/people/invitations'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { isSentLater } from '../../shell/is-sent-later'
import styles from '../../shell/records/list-dialog.module.css'
import { Button } from '../../ui/button'
import { invitationStateLabels } from './invitation-state-labels'

/** Actions on an invitation. */
export type InvitationAction = 'resend' | 'copy-link' | 'revoke'

interface InvitationRowProps {
  invitation: Invitation
  /** The customer's time zone, in which a guest's last day ends. */
  timeZone: string
  /** The person's name, where known. */
  person: string
  project: string
  role: string
  /** The action that is running, or whose refetch is not complete yet. */
  pendingAction: InvitationAction | undefined
  /** Handlers of the permitted actions; undefined otherwise. */
  onResend: (() => void) | undefined
  onCopyLink: (() => void) | undefined
  onRevoke: (() => void) | undefined
}

/** One invitation: person, project, state and actions. */
export function InvitationRow({
  invitation,
  timeZone,
  person,
  project,
  role,
  pendingAction,
  onResend,
  onCopyLink,
  onRevoke,
}: InvitationRowProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { email, state, sentAt, expiresAt, privilegeLevel: level } = invitation
  const day = (instant: string, zone?: string) => i18n.date(new Date(instant), { dateStyle: 'medium', timeZone: zone })
  const endZone = level === privilegeLevel.guest ? timeZone : undefined
  const isProblem = state === 'bounced' || state === 'expired'
  const time = i18n.date(new Date(sentAt), { dateStyle: 'medium', timeStyle: 'short' })
  const sent = isSentLater(sentAt) ? t`will be sent on ${time}` : t`sent ${day(sentAt)}`
  const ends = expiresAt !== null && state === 'pending' ? t`good until ${day(expiresAt, endZone)}` : ''
  const buttonProps = (action: InvitationAction) =>
    ({
      size: 'small',
      busy: pendingAction === action,
      disabled: pendingAction !== undefined && pendingAction !== action,
    }) as const
  return (
    <li className={styles.item}>
      <span className={styles.what}>
        <span className={styles.name}>{email}</span>
        <span className={styles.detail}>
          {[person === email ? '' : person, project, role, sent, ends].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className={styles.state} data-problem={isProblem || undefined}>
        {i18n._(invitationStateLabels[state])}
      </span>
      <span className={styles.acts}>
        {onResend && (
          <Button {...buttonProps('resend')} onClick={onResend} aria-label={t`Send again to ${email}`}>
            <Trans>Send again</Trans>
          </Button>
        )}
        {onCopyLink && (
          <Button {...buttonProps('copy-link')} onClick={onCopyLink} aria-label={t`Link for ${email}`}>
            <Trans>Link</Trans>
          </Button>
        )}
        {onRevoke && (
          <Button {...buttonProps('revoke')} onClick={onRevoke} aria-label={t`Withdraw the invitation of ${email}`}>
            <Trans>Withdraw</Trans>
          </Button>
        )}
      </span>
    </li>
  )
}
