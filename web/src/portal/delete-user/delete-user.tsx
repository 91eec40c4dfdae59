import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { DeletionEffects } from '@lintel/contract/people/deletion-effects'
import type { CurrentUser } from '@lintel/contract/people/users'
import { Link } from '@tanstack/react-router'
import { mailTo } from '../../shell/mail-to'
import { chatAddress } from '../../shell/support-chat'
import { buttonClass } from '../../ui/button'
import { Icon } from '../../ui/icon'
import styles from './delete-user.module.css'
import { Effects } from './effects'

interface DeleteUserProps {
  user: CurrentUser
  effects: DeletionEffects
  /** Where support can be had; undefined where the operator named nothing. */
  supportMail: string | undefined
  supportChat: string | undefined
}

/** Deleting an account is done by the support: what it would take along, and the way to ask for it. */
export function DeleteUser({ user, effects, supportMail, supportChat }: DeleteUserProps) {
  const { t } = useLingui()
  const { displayName, email } = user
  const request = [t`Please delete my account.`, '', t`Name: ${displayName}`, t`Email: ${email}`, ''].join('\n')
  const mail = supportMail && mailTo({ to: supportMail, subject: t`Please delete my account: ${email}`, body: request })
  return (
    <div className={styles.page}>
      <h1>
        <Trans>Delete account</Trans>
      </h1>
      <p className={styles.lead}>
        <Trans>
          Our support deletes accounts, so that nothing is lost that others still need. Ask for it here; you will be
          answered by mail.
        </Trans>
      </p>
      <Effects effects={effects} />
      {effects.ownedProjectsTotal > 0 && (
        <p className={styles.advice}>
          <Plural
            value={effects.ownedProjectsTotal}
            one="Hand this project over to another owner first, or tell the support what should happen to it."
            other="Hand these projects over to other owners first, or tell the support what should happen to them."
          />
        </p>
      )}
      <div className={styles.ways}>
        {supportChat && (
          <a
            href={chatAddress(supportChat, { email, name: displayName, message: request })}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ kind: 'danger' })}
          >
            <Icon name="support" />
            <Trans>Contact support</Trans>
          </a>
        )}
        {!supportChat && mail && (
          <a href={mail} className={buttonClass({ kind: 'danger' })}>
            <Icon name="support" />
            <Trans>Contact support</Trans>
          </a>
        )}
        <Link to="/user-profile" className={buttonClass()}>
          <Trans>Back to the profile</Trans>
        </Link>
      </div>
      {!supportChat && !mail && (
        <p className={styles.advice}>
          <Trans>No support contact is set up. Ask your system administrator.</Trans>
        </p>
      )}
      {!supportChat && supportMail && (
        <p className={styles.small}>
          <Trans>
            Opens a mail to {supportMail} with your name and email filled in. Nothing is sent before you send it.
          </Trans>
        </p>
      )}
    </div>
  )
}
