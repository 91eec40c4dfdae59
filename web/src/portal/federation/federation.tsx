import { Trans, useLingui } from '@lingui/react/macro'
import { canReadMail } from '@lintel/contract/settings/cluster-configuration'
import { useQuery } from '@tanstack/react-query'
import { installation } from '../../session/installation'
import { loginAddress } from '../../session/login-address'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { Button, buttonClass } from '../../ui/button'
import { Spinner } from '../../ui/spinner'
import { AccountChoice } from './account-choice'
import { ConfirmEmail } from './confirm-email'
import { FederationFailed } from './federation-failed'
import { afterChoice, backToChoice } from './federation-step'
import { LinkExistingUser } from './link-existing-user'
import { RetryWithProvider } from './retry-with-provider'
import { useFederation } from './use-federation'

/** The screens after the provider's redirect, one for each step. */
export function Federation({ onDone }: { onDone(address: string): void }) {
  const { t } = useLingui()
  const { data: config } = useQuery(installation)
  const { step, provider, nextUrl, isBusy, goTo, link, confirmLink, create, continueSignIn } = useFederation(onDone)
  const name = provider?.name ?? ''

  switch (step.at) {
    case 'returning':
    case 'leaving':
      return (
        <AuthScreen title={t({ message: 'Signing in', context: 'progress' })}>
          <p role="status">{name ? <Trans>Signing you in with {name}.</Trans> : <Trans>One moment.</Trans>}</p>
          <Spinner />
        </AuthScreen>
      )
    case 'confirmingLink': {
      const { email } = step
      return (
        <AuthScreen title={t`Link your account?`} focusesHeading>
          <p>
            <Trans>
              You are signed in as <b>{email}</b>. After linking, you can sign in to this account with {name} as well.
              If you did not ask for this, cancel.
            </Trans>
          </p>
          <AuthActions>
            <Button kind="primary" wide busy={isBusy} onClick={confirmLink}>
              <Trans>Link with {name}</Trans>
            </Button>
            <Button wide onClick={() => onDone('/')}>
              <Trans>Cancel</Trans>
            </Button>
          </AuthActions>
        </AuthScreen>
      )
    }
    case 'waitingForAction':
      return (
        <AccountChoice
          provider={name}
          nextUrl={nextUrl}
          linkingAllowed={step.identity.linkingAllowed}
          onChoose={(choice) => goTo(afterChoice(choice, step.identity))}
        />
      )
    case 'linkingToExistingUser':
      return (
        <LinkExistingUser
          provider={name}
          nextUrl={nextUrl}
          username={step.username}
          isMailEnabled={config !== undefined && canReadMail(config.record)}
          domainSuffix={config?.record.domainSuffix}
          isUsernameFixed={!step.identity.linkingAllowed}
          error={step.error}
          isBusy={isBusy}
          onLink={(username, password) => link(step.identity, username, password)}
          onCancel={() => goTo(backToChoice(step.identity))}
        />
      )
    case 'linkingToExistingUserSuccess':
      return (
        <AuthScreen title={t`Your account is linked`} focusesHeading>
          <p>
            <Trans>From now on you can sign in with {name}.</Trans>
          </p>
          <AuthActions>
            <Button kind="primary" wide onClick={continueSignIn}>
              <Trans>Continue</Trans>
            </Button>
          </AuthActions>
        </AuthScreen>
      )
    case 'linkingToExistingUserFailed':
      return (
        <AuthScreen title={t`Could not link login to email`} focusesHeading>
          <p>
            <Trans>
              Make sure that <b>{step.username}</b> is a registered user.
            </Trans>
          </p>
          <AuthActions>
            <Button kind="primary" wide onClick={() => goTo(backToChoice(step.identity))}>
              <Trans>OK</Trans>
            </Button>
          </AuthActions>
        </AuthScreen>
      )
    case 'creatingNewUser':
      return (
        <ConfirmEmail
          provider={name}
          email={step.identity.proposedUsername ?? ''}
          error={step.error}
          isBusy={isBusy}
          onConfirm={(email) => create(step.identity, email)}
          onCancel={() => goTo(backToChoice(step.identity))}
        />
      )
    case 'creatingNewUserFailed':
      return (
        <AuthScreen title={t`This email already has an account`} focusesHeading>
          <p>
            <Trans>
              <b>{step.username}</b> is in use, and {name} allows no linking by password. Sign in with the account that
              there is, confirm another email, or ask your administrator.
            </Trans>
          </p>
          <AuthActions>
            <a href={loginAddress(step.username, nextUrl)} className={buttonClass({ kind: 'primary', wide: true })}>
              <Trans>Sign in with the existing account</Trans>
            </a>
            <Button wide onClick={() => goTo(backToChoice(step.identity))}>
              <Trans>OK</Trans>
            </Button>
          </AuthActions>
        </AuthScreen>
      )
    case 'emailNeedsVerification':
      return (
        <AuthScreen title={t`Confirm your email address`} focusesHeading>
          <p>
            <Trans>
              We sent an email to <b>{step.email}</b>. Open its link in this browser within 24 hours, then sign in with{' '}
              {name} again.
            </Trans>
          </p>
          <AuthActions>
            <a href={loginAddress('', nextUrl)} className={buttonClass({ wide: true })}>
              <Trans>Back to sign in</Trans>
            </a>
          </AuthActions>
        </AuthScreen>
      )
    case 'emailVerified':
      return (
        <AuthScreen title={t`Your email address is confirmed`} focusesHeading>
          <p>
            <Trans>Your account is ready. Sign in with {name} to open it.</Trans>
          </p>
          <AuthActions>
            {provider && (
              <RetryWithProvider provider={provider}>
                <Trans>Continue with {name}</Trans>
              </RetryWithProvider>
            )}
          </AuthActions>
        </AuthScreen>
      )
    case 'authenticationTooOld':
      return (
        <AuthScreen title={t`You are signed in, but not confirmed`} focusesHeading>
          <p>
            <Trans>
              {name} did not confirm that you signed in just now. This change requires a fresh sign-in. Sign out at{' '}
              {name} first, then confirm once more. If that does not help, ask your administrator.
            </Trans>
          </p>
          <AuthActions>
            <Button kind="primary" wide onClick={() => onDone(step.address)}>
              <Trans>Continue</Trans>
            </Button>
          </AuthActions>
        </AuthScreen>
      )
    case 'failed':
      return <FederationFailed reason={step.reason} error={step.error} provider={provider} nextUrl={nextUrl} />
  }
}
