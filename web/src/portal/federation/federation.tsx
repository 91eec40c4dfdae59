import { Trans, useLingui } from '@lingui/react/macro'
import { canReadMail } from '@lintel/contract/settings/cluster-configuration'
import { useQuery } from '@tanstack/react-query'
import { installation } from '../../session/installation'
import { AuthScreen } from '../../shell/auth-screen'
import { Spinner } from '../../ui/spinner'
import { AccountChoice } from './account-choice'
import { AuthenticationTooOld } from './authentication-too-old'
import { ConfirmEmail } from './confirm-email'
import { ConfirmLink } from './confirm-link'
import { CreationFailed } from './creation-failed'
import { EmailNeedsVerification, EmailVerified } from './email-verification'
import { FederationFailed } from './federation-failed'
import { afterChoice, backToChoice } from './federation-step'
import { LinkExistingUser } from './link-existing-user'
import { LinkFailed, LinkSucceeded } from './link-result'
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
    case 'confirmingLink':
      return (
        <ConfirmLink
          name={name}
          email={step.email}
          isBusy={isBusy}
          onConfirm={confirmLink}
          onCancel={() => onDone('/')}
        />
      )
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
      return <LinkSucceeded name={name} onContinue={continueSignIn} />
    case 'linkingToExistingUserFailed':
      return <LinkFailed step={step} onBack={() => goTo(backToChoice(step.identity))} />
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
        <CreationFailed step={step} name={name} nextUrl={nextUrl} onBack={() => goTo(backToChoice(step.identity))} />
      )
    case 'emailNeedsVerification':
      return <EmailNeedsVerification step={step} name={name} nextUrl={nextUrl} />
    case 'emailVerified':
      return <EmailVerified step={step} provider={provider} />
    case 'authenticationTooOld':
      return <AuthenticationTooOld name={name} onContinue={() => onDone(step.address)} />
    case 'failed':
      return <FederationFailed reason={step.reason} error={step.error} provider={provider} nextUrl={nextUrl} />
  }
}
