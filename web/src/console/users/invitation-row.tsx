import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { Invitation } from '@lintel/contract/people/invitations'
import styles from '../../shell/records/list-dialog.module.css'
import { Button } from '../../ui/button'
import { invitationWords } from './invitation-words'

interface InvitationRowProps {
  invitation: Invitation
  /** The person's name, where it is known. */
  person: string
  project: string
  role: string
  /** Something is being done with it, or was done and is not read again yet. */
  isBusy: boolean
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
  isBusy,
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
          <Button size="small" busy={isBusy} onClick={onResend} aria-label={t`Send again to ${email}`}>
            <Trans>Send again</Trans>
          </Button>
        )}
        {onCopyLink && (
          <Button size="small" busy={isBusy} onClick={onCopyLink} aria-label={t`Link for ${email}`}>
            <Trans>Link</Trans>
          </Button>
        )}
        {onRevoke && (
          <Button size="small" busy={isBusy} onClick={onRevoke} aria-label={t`Withdraw the invitation of ${email}`}>
            <Trans>Withdraw</Trans>
          </Button>
        )}
      </span>
    </li>
  )
}
