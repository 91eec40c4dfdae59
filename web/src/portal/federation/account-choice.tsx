import { Trans, useLingui } from '@lingui/react/macro'
import { loginAddress } from '../../session/login-address'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { Button, buttonClass } from '../../ui/button'

interface AccountChoiceProps {
  provider: string
  nextUrl: string | undefined
  linkingAllowed: boolean
  onChoose(choice: 'existingUser' | 'firstTime'): void
}

/** Shown when the provider knows the person but we do not: link an existing account or create one? */
export function AccountChoice({ provider, nextUrl, linkingAllowed, onChoose }: AccountChoiceProps) {
  const { t } = useLingui()
  if (!linkingAllowed) {
    return (
      <AuthScreen title={t`You do not have access to any projects yet`} focusesHeading>
        <p>
          <Trans>
            You are signed in with {provider}, but nobody has invited you to a project yet. You can create your account
            now.
          </Trans>
        </p>
        <AuthActions>
          <Button kind="primary" wide onClick={() => onChoose('firstTime')}>
            <Trans>Create my account</Trans>
          </Button>
          <a href={loginAddress('', nextUrl)} className={buttonClass({ wide: true, kind: 'quiet' })}>
            <Trans>Back to sign in</Trans>
          </a>
        </AuthActions>
      </AuthScreen>
    )
  }
  return (
    <AuthScreen title={t`Do you have an account?`} focusesHeading>
      <p>
        <Trans>You are signed in with {provider}. We do not know yet which account is yours.</Trans>
      </p>
      <AuthActions>
        <Button wide onClick={() => onChoose('existingUser')}>
          <Trans>I have an existing user</Trans>
        </Button>
        <Button wide onClick={() => onChoose('firstTime')}>
          <Trans>This is my first time</Trans>
        </Button>
        <a href={loginAddress('', nextUrl)} className={buttonClass({ wide: true, kind: 'quiet' })}>
          <Trans>Back to sign in</Trans>
        </a>
      </AuthActions>
    </AuthScreen>
  )
}
