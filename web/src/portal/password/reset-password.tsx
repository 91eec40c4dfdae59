import { Trans, useLingui } from '@lingui/react/macro'
import type { PasswordRules } from '@lintel/contract/identity/passwords'
import { useState } from 'react'
import { loginAddress } from '../../session/login-address'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { buttonClass } from '../../ui/button'
import { AskForCode } from './ask-for-code'
import { PasswordReplaced } from './password-replaced'
import { SetByCode } from './set-by-code'

interface ResetPasswordProps {
  /** Fills in the first step. */
  email: string
  /** A code was asked for, for this person: the second step. */
  username: string | undefined
  /** The code of the link that was mailed. */
  code: string | undefined
  rules: PasswordRules
  /** Without mail no code can be asked for; one in hand counts all the same. */
  isMailSent: boolean
  /** Where the mail is read in a local installation. */
  outbox: string | undefined
  domainSuffix: string | undefined
  onAsked(username: string): void
}

/** A new password by a mailed code: ask for the code, set the password, done (account-portal chapter 2). */
export function ResetPassword({
  email,
  username,
  code,
  rules,
  isMailSent,
  outbox,
  domainSuffix,
  onAsked,
}: ResetPasswordProps) {
  const [isDone, setDone] = useState(false)
  if (!isMailSent && code === undefined) return <NoMail email={email} />
  if (username === undefined) return <AskForCode email={email} domainSuffix={domainSuffix} onAsked={onAsked} />
  if (isDone) return <PasswordReplaced email={username} />
  return <SetByCode username={username} code={code ?? ''} rules={rules} outbox={outbox} onDone={() => setDone(true)} />
}

function NoMail({ email }: { email: string }) {
  const { t } = useLingui()
  return (
    <AuthScreen title={t`Reset your password`} focusesHeading>
      <p>
        <Trans>No mail is sent here, so a password cannot be reset by mail. Ask your administrator for help.</Trans>
      </p>
      <AuthActions>
        <a href={loginAddress(email)} className={buttonClass({ kind: 'primary', wide: true })}>
          <Trans>Back to sign in</Trans>
        </a>
      </AuthActions>
    </AuthScreen>
  )
}
