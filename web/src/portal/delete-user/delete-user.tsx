import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { DeletionEffects } from '@lintel/contract/people/deletion-effects'
import type { CurrentUser } from '@lintel/contract/people/users'
import { Link } from '@tanstack/react-router'
import { AccountPart } from '../../shell/account-part'
import { mailTo } from '../../shell/mail-to'
import { chatAddress } from '../../shell/support-chat'
import { Button, buttonClass } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { Notice } from '../../ui/notice'
import styles from './delete-user.module.css'
import { Effects } from './effects'

interface DeleteUserProps {
  user: CurrentUser
  effects: DeletionEffects
  /** Support contact; undefined where the operator configured none. */
  supportMail: string | undefined
  supportChat: string | undefined
  /** The request or its withdrawal is pending. */
  isBusy: boolean
  onRequest(): void
  onWithdraw(): void
}

/** Requests the deletion of the account by staff: shows its effects, the request and its withdrawal. */
export function DeleteUser({ user, effects, supportMail, supportChat, ...request }: DeleteUserProps) {
  const { t, i18n } = useLingui()
  const { displayName, email } = user
  const requestText = [t`Please delete my account.`, '', t`Name: ${displayName}`, t`Email: ${email}`, ''].join('\n')
  const mail =
    supportMail && mailTo({ to: supportMail, subject: t`Please delete my account: ${email}`, body: requestText })
  return (
    <AccountPart title={<Trans>Delete account</Trans>}>
      <p className={styles.lead}>
        <Trans>
          Our staff delete accounts, so that nothing is lost that others still need. Ask for it here; you will be
          answered by email.
        </Trans>
      </p>
      <Effects effects={effects} />
      {effects.ownedProjectsTotal > 0 && (
        <p className={styles.advice}>
          {supportChat || supportMail ? (
            <Plural
              value={effects.ownedProjectsTotal}
              one="Hand this project over to another owner first, or tell support what should happen to it."
              other="Hand these projects over to other owners first, or tell support what should happen to them."
            />
          ) : (
            <Plural
              value={effects.ownedProjectsTotal}
              one="Hand this project over to another owner first."
              other="Hand these projects over to other owners first."
            />
          )}
        </p>
      )}
      {effects.requestedAt !== null && (
        <div className={styles.requested} role="status">
          <Notice title={<Trans>You asked for your account to be deleted</Trans>}>
            <p>
              <Trans>
                Asked on {i18n.date(effects.requestedAt, { dateStyle: 'long' })}. Our staff and your administrators have
                been notified. Nothing has been deleted yet.
              </Trans>
            </p>
          </Notice>
        </div>
      )}
      <div className={styles.actions}>
        {effects.requestedAt === null ? (
          <Button kind="danger" busy={request.isBusy} onClick={request.onRequest}>
            <Trans>Ask for deletion</Trans>
          </Button>
        ) : (
          <Button busy={request.isBusy} onClick={request.onWithdraw}>
            <Trans>Withdraw the request</Trans>
          </Button>
        )}
        {supportChat && (
          <a
            href={chatAddress(supportChat, { email, name: displayName, message: requestText })}
            target="_blank"
            rel="noreferrer"
            className={buttonClass()}
          >
            <Icon name="support" />
            <Trans>Contact support</Trans>
          </a>
        )}
        {!supportChat && mail && (
          <a href={mail} className={buttonClass()}>
            <Icon name="support" />
            <Trans>Contact support</Trans>
          </a>
        )}
        {user.guestOf === null && (
          <Link to="/user-profile" className={buttonClass()}>
            <Trans>Back to the profile</Trans>
          </Link>
        )}
      </div>
      {!supportChat && supportMail && (
        <p className={styles.small}>
          <Trans>
            Opens a mail to {supportMail} with your name and email filled in. Nothing is sent before you send it.
          </Trans>
        </p>
      )}
    </AccountPart>
  )
}
