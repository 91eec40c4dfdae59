import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import styles from './help.module.css'

/** What to do when one cannot get in, and whom to write to. */
export function Help({ supportMail, onClose }: { supportMail: string | undefined; onClose(): void }) {
  const { t } = useLingui()
  return (
    <Dialog label={t`Help with signing in`} onClose={onClose}>
      <h2>
        <Trans>Help with signing in</Trans>
      </h2>
      <dl className={styles.help}>
        <dt>
          <Trans>I have no account</Trans>
        </dt>
        <dd>
          <Trans>
            You get one when somebody invites you to a project: ask its administrator. If your company signs in with a
            provider of its own, use that one; your account is made the first time.
          </Trans>
        </dd>
        <dt>
          <Trans>My password is not accepted</Trans>
        </dt>
        <dd>
          <Trans>Check the region above the form: an account belongs to one region. Then ask for a new password.</Trans>
        </dd>
        <dt>
          <Trans>My link does not work</Trans>
        </dt>
        <dd>
          <Trans>Links of invitations end after a week. Whoever invited you can send a new one.</Trans>
        </dd>
      </dl>
      <div className={styles.ways}>
        {supportMail !== undefined && (
          <p>
            <Trans>
              Still stuck? Write to <a href={`mailto:${supportMail}`}>{supportMail}</a>.
            </Trans>
          </p>
        )}
        <Button onClick={onClose} autoFocus>
          <Trans>Close</Trans>
        </Button>
      </div>
    </Dialog>
  )
}
