import { Trans, useLingui } from '@lingui/react/macro'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { Button, buttonClass } from '../../ui/button'
import { type SigningOut, useSigningOut } from './use-signing-out'

/** Signs out, and says so once it is true. */
export function Logout() {
  return <Farewell stage={useSigningOut()} />
}

/** What is said meanwhile: that somebody is signed out only where they are. */
export function Farewell({ stage }: { stage: SigningOut }) {
  const { t } = useLingui()
  const titles: Record<SigningOut['at'], string> = {
    asked: t`Signing out`,
    unended: t`You are still signed in`,
    over: t`You are signed out`,
  }
  const provider = stage.at === 'over' && stage.next.provider
  return (
    <AuthScreen title={titles[stage.at]}>
      <p role="status">
        {provider ? (
          <Trans>You are being taken to {provider}, to be signed out there as well.</Trans>
        ) : stage.at === 'unended' ? (
          <Trans>
            The server has not signed you out yet. It is asked again by itself: leave this page open until it says that
            you are signed out.
          </Trans>
        ) : (
          <Trans>See you again soon.</Trans>
        )}
      </p>
      <AuthActions>
        {stage.at === 'unended' && (
          <Button wide kind="primary" busy={stage.isAsking} onClick={stage.askAgain}>
            <Trans>Try again</Trans>
          </Button>
        )}
        {stage.at === 'over' && (
          <a href="/login" className={buttonClass({ wide: true })}>
            <Trans>Sign in again</Trans>
          </a>
        )}
      </AuthActions>
    </AuthScreen>
  )
}
