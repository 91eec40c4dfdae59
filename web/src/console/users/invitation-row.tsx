import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { Invitation } from '@lintel/contract/people/invitations'
import styles from '../../shell/records/list-dialog.module.css'
import { Button } from '../../ui/button'
import { invitationWords } from './invitation-words'

/** What can be done about an invitation. */
export type InvitationAct = 'resend' | 'copy-link' | 'revoke'

interface InvitationRowProps {
  invitation: Invitation
  /** The person's name, where it is known. */
  person: string
  project: string
  role: string
  /** What is being done with it, or was done and is not read again yet. */
  doing: InvitationAct | undefined
  /** What may be done; undefined for what may not. */
  onResend: (() => void) | undefined
  onCopyLink: (() => void) | undefined
  onRevoke: (() => void) | undefined
}

/** One invitation: to whom, to what, where it stands, and what can be done about it. */
export function InvitationRow({
  invitation,
  person,
  project,
  role,
  doing,
  onResend,
  onCopyLink,
  onRevoke,
}: InvitationRowProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { email, state, sentAt, expiresAt } = invitation
  const day = (instant: string) => i18n.date(new Date(instant), { dateStyle: 'medium' })
  const isProblem = state === 'bounced' || state === 'expired'
  const ends = expiresAt !== null && state === 'pending' ? t`good until ${day(expiresAt)}` : ''
  const lookOf = (act: InvitationAct) =>
    ({ size: 'small', busy: doing === act, disabled: doing !== undefined && doing !== act }) as const
  return (
    <li className={styles.item}>
      <span className={styles.what}>
        <span className={styles.name}>{email}</span>
        <span className={styles.detail}>
          {[person === email ? '' : person, project, role, t`sent ${day(sentAt)}`, ends].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className={styles.state} data-problem={isProblem || undefined}>
        {i18n._(invitationWords[state])}
      </span>
      <span className={styles.acts}>
        {onResend && (
          <Button {...lookOf('resend')} onClick={onResend} aria-label={t`Send again to ${email}`}>
            <Trans>Send again</Trans>
          </Button>
        )}
        {onCopyLink && (
          <Button {...lookOf('copy-link')} onClick={onCopyLink} aria-label={t`Link for ${email}`}>
            <Trans>Link</Trans>
          </Button>
        )}
        {onRevoke && (
          <Button {...lookOf('revoke')} onClick={onRevoke} aria-label={t`Withdraw the invitation of ${email}`}>
            <Trans>Withdraw</Trans>
          </Button>
        )}
      </span>
    </li>
  )
}
