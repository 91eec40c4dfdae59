import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { installation } from '../../session/installation'
import { mailTo } from '../../shell/mail-to'
import { chatAddress } from '../../shell/support-chat'
import { Button, buttonClass } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { DialogActions } from '../../ui/dialog-actions'
import { Icon } from '../../ui/icon'
import styles from './users-dialog.module.css'

interface DeleteUserProps {
  user: { email: string; name: string }
  /** Administrators of the customer cannot be deleted from here (admin-console chapter 4). */
  isAdministrator: boolean
  onClose(): void
}

/** Accounts are deleted by support: shows how to request it, or what has to be requested before. */
export function DeleteUser({ user: { email, name }, isAdministrator, onClose }: DeleteUserProps) {
  const { t } = useLingui()
  const { data: installationData } = useQuery(installation)
  const { supportMail, supportChat } = installationData?.record ?? {}
  const title = t`Delete ${name}`
  const [subject, request] = isAdministrator
    ? [
        t`Please make somebody else administrator instead of ${email}`,
        t`Please make somebody else administrator of the customer instead of this user.`,
      ]
    : [t`Please delete the account ${email}`, t`Please delete the account of this user.`]
  const message = [request, '', t`Name: ${name}`, t`Email: ${email}`, ''].join('\n')
  const mail = supportMail && mailTo({ to: supportMail, subject, body: message })
  const chat = supportChat && chatAddress(supportChat, { email, name, message })
  const contactLink = chat ?? mail
  return (
    <Dialog label={title} onClose={onClose}>
      <div className={styles.form}>
        <h2>{title}</h2>
        <p>
          {isAdministrator ? (
            <Trans>
              This person administers the customer. Ask our staff to make somebody else administrator first.
            </Trans>
          ) : (
            <Trans>
              Our staff delete accounts that their owners want deleted, so that nothing is lost that others still need.
              To end what this person can reach here, remove them from all projects.
            </Trans>
          )}
        </p>
        {!contactLink && (
          <p className={styles.more}>
            <Trans>No support contact is set up. Ask your system administrator.</Trans>
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          {contactLink && (
            <a
              href={contactLink}
              className={buttonClass({ kind: 'primary' })}
              {...(chat && { target: '_blank', rel: 'noreferrer' })}
            >
              <Icon name="support" />
              <Trans>Contact support</Trans>
            </a>
          )}
        </DialogActions>
      </div>
    </Dialog>
  )
}
