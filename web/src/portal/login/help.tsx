import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import styles from './help.module.css'

interface HelpProps {
  supportMail: string | undefined
  /** What the installation offers; help mentions nothing else. */
  offersReset: boolean
  canRegister: boolean
  hasRegions: boolean
  hasProviders: boolean
  onClose(): void
}

/** Help for users who cannot sign in, and the support contact. */
export function Help({ supportMail, offersReset, canRegister, hasRegions, hasProviders, onClose }: HelpProps) {
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
          {canRegister ? (
            <Trans>
              <a href="/register">Create your account</a>, or ask the administrator of a project to invite you.
            </Trans>
          ) : (
            <Trans>You get one when somebody invites you to a project: ask its administrator.</Trans>
          )}{' '}
          {hasProviders && (
            <Trans>
              If your company has a sign-in of its own, use that one: your account is created the first time.
            </Trans>
          )}
        </dd>
        <dt>
          <Trans>My password is not accepted</Trans>
        </dt>
        <dd>
          {hasRegions && (
            <>
              <Trans>Check the region above the form: an account belongs to one region.</Trans>{' '}
            </>
          )}
          {offersReset ? (
            <Trans>Choose “Forgot password?” to set a new one.</Trans>
          ) : (
            <Trans>Ask your administrator for a new one.</Trans>
          )}
        </dd>
        <dt>
          <Trans>My link does not work</Trans>
        </dt>
        <dd>
          <Trans>
            The link of a guest works until the access ends: open it again from the mail. Links of other invitations end
            after a week, and whoever invited you can send a new one.
          </Trans>
        </dd>
      </dl>
      <div className={styles.actions}>
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
