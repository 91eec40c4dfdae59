import { Trans, useLingui } from '@lingui/react/macro'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { Button, buttonClass } from '../../ui/button'
import { type LogoutStage, useLogout } from './use-logout'

/** Signs out, and reports it once the server has confirmed it. */
export function Logout() {
  return <LogoutScreen stage={useLogout()} />
}

/** The state of signing out: it claims that the user is signed out only when that is true. */
export function LogoutScreen({ stage }: { stage: LogoutStage }) {
  const { t } = useLingui()
  const titles: Record<LogoutStage['at'], string> = {
    pending: t`Signing out`,
    failed: t`You are still signed in`,
    done: t`You are signed out`,
  }
  const provider = stage.at === 'done' && stage.next.provider
  return (
    <AuthScreen title={titles[stage.at]}>
      <p role="status">
        {provider ? (
          <Trans>You are being taken to {provider}, to be signed out there as well.</Trans>
        ) : stage.at === 'failed' ? (
          <Trans>
            The server has not signed you out yet. It is asked again by itself: leave this page open until it says that
            you are signed out.
          </Trans>
        ) : (
          <Trans>See you again soon.</Trans>
        )}
      </p>
      <AuthActions>
        {stage.at === 'failed' && (
          <Button wide kind="primary" busy={stage.isRetrying} onClick={stage.retry}>
            <Trans>Try again</Trans>
          </Button>
        )}
        {stage.at === 'done' && (
          <a href="/login" className={buttonClass({ wide: true })}>
            <Trans>Sign in again</Trans>
          </a>
        )}
      </AuthActions>
    </AuthScreen>
  )
}
