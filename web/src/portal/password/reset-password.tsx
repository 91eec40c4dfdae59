import { Trans, useLingui } from '@lingui/react/macro'
import type { PasswordRules } from '@lintel/contract/identity/passwords'
import { useState } from 'react'
import { loginAddress } from '../../session/login-address'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { buttonClass } from '../../ui/button'
import { PasswordReplaced } from './password-replaced'
import { RequestCode } from './request-code'
import { SetPasswordByCode } from './set-password-by-code'

interface ResetPasswordProps {
  /** Prefills the first step. */
  email: string
  /** The user for whom a code was requested; begins with the second step. */
  username: string | undefined
  /** The address that opens after the sign-in. */
  nextUrl: string | undefined
  /** The code of the mailed link. */
  code: string | undefined
  rules: PasswordRules
  /** Without mail no code can be requested, but an existing one is accepted. */
  isMailEnabled: boolean
  /** The address of the mail outbox of a local installation. */
  outbox: string | undefined
  domainSuffix: string | undefined
  onRequested(username: string): void
}

/** Resets a password by a mailed code: request the code, set the password, done (account-portal chapter 2). */
export function ResetPassword({
  email,
  username,
  nextUrl,
  code,
  rules,
  isMailEnabled,
  outbox,
  domainSuffix,
  onRequested,
}: ResetPasswordProps) {
  const [isDone, setDone] = useState(false)
  if (!isMailEnabled && code === undefined) return <NoMail email={email} nextUrl={nextUrl} />
  if (username === undefined)
    return <RequestCode email={email} nextUrl={nextUrl} domainSuffix={domainSuffix} onRequested={onRequested} />
  if (isDone) return <PasswordReplaced email={username} nextUrl={nextUrl} />
  return (
    <SetPasswordByCode
      username={username}
      nextUrl={nextUrl}
      code={code ?? ''}
      rules={rules}
      outbox={outbox}
      onDone={() => setDone(true)}
    />
  )
}

function NoMail({ email, nextUrl }: Pick<ResetPasswordProps, 'email' | 'nextUrl'>) {
  const { t } = useLingui()
  return (
    <AuthScreen title={t`Reset your password`} focusesHeading>
      <p>
        <Trans>
          No email is sent here, so a password cannot be reset by email. Ask your administrator to start a reset:
          whoever runs this server then has a link for you.
        </Trans>
      </p>
      <AuthActions>
        <a href={loginAddress(email, nextUrl)} className={buttonClass({ kind: 'primary', wide: true })}>
          <Trans>Back to sign in</Trans>
        </a>
      </AuthActions>
    </AuthScreen>
  )
}
