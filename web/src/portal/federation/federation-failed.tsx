import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { CallFailure, requestIdOf } from '../../api/failure'
import { problemText } from '../../api/problem-text'
import { RequestId } from '../../api/request-id'
import { pendingLoginFor } from '../../session/external-login'
import { loginAddress } from '../../session/login-address'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { RequestIdField } from '../../shell/request-id-field'
import { buttonClass } from '../../ui/button'
import { Notice } from '../../ui/notice'
import type { FailureReason } from './federation-step'
import { RetryWithProvider } from './retry-with-provider'

interface FederationFailedProps {
  reason: FailureReason
  error: unknown
  provider: { id: string; name: string } | undefined
  nextUrl: string | undefined
}

/** Signing in with the provider, or linking it, failed: shows the reason, a retry where it can help, and the way back. */
export function FederationFailed({ reason, error, provider, nextUrl }: FederationFailedProps) {
  const { t } = useMacro()
  const isLinking = reason === 'linkFailed' || (provider && pendingLoginFor(provider.id)?.intent === 'link')
  const isPermanent = reason === 'unsupportedProvider' || reason === 'invalidLink'
  const isForbidden = error instanceof CallFailure && error.status === 403
  const isServerError = error instanceof CallFailure && error.status >= 500
  const requestId = requestIdOf(error)
  const titles: Partial<Record<FailureReason, string>> = {
    expired: t`Sign in once more`,
    invalidLink: t`This link does not work`,
    linkFailed: t`Could not link login to email`,
  }
  return (
    <AuthScreen title={titles[reason] ?? t`Single sign-on failed`} focusesHeading>
      <FailureNotice reason={reason} error={error} name={provider?.name} />
      <AuthActions>
        {provider && !isPermanent && !isForbidden && (
          <RetryWithProvider provider={provider}>
            <Trans>Try again with {provider.name}</Trans>
          </RetryWithProvider>
        )}
        {isLinking ? (
          <a href="/user-profile" className={buttonClass({ wide: true })}>
            <Trans>Back to the profile</Trans>
          </a>
        ) : (
          <a href={loginAddress('', nextUrl)} className={buttonClass({ wide: true })}>
            <Trans>Back to sign in</Trans>
          </a>
        )}
      </AuthActions>
      {requestId !== undefined &&
        (isServerError ? <RequestIdField requestId={requestId} /> : <RequestId error={error} />)}
    </AuthScreen>
  )
}

function FailureNotice({ reason, error, name }: { reason: FailureReason; error: unknown; name: string | undefined }) {
  const { i18n } = useLingui()
  switch (reason) {
    case 'unsupportedProvider':
      return <Notice kind="problem" title={<Trans>Unsupported provider</Trans>} />
    case 'declined':
      return (
        <Notice kind="problem" title={name && <Trans>You were not signed in at {name}</Trans>}>
          <p>
            <Trans>The provider sent you back without an answer, perhaps because you cancelled there.</Trans>
          </p>
        </Notice>
      )
    case 'expired':
      return (
        <Notice title={name && <Trans>Signing in with {name} has to begin again</Trans>}>
          <p>
            <Trans>
              It took longer than ten minutes, or this page was reloaded. Nothing is lost: sign in once more and you
              come back here.
            </Trans>
          </p>
        </Notice>
      )
    case 'invalidLink':
      return (
        <Notice kind="problem">
          <p>
            <Trans>
              It was used already, it is older than 24 hours, or it was opened in another browser than the one that
              asked for it. Sign in with your provider again to get a new one.
            </Trans>
          </p>
        </Notice>
      )
    case 'linkFailed':
    case 'other':
      return (
        <Notice kind="problem" title={reason === 'other' && name && <Trans>Signing in with {name} did not work</Trans>}>
          <p>{i18n._(problemText(error))}</p>
        </Notice>
      )
  }
}
