import type { PasswordRules } from '@lintel/contract/identity/passwords'
import { useState } from 'react'
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
  domainSuffix: string | undefined
  onAsked(username: string): void
}

/** A new password by a mailed code: ask for the code, set the password, done (account-portal chapter 2). */
export function ResetPassword({ email, username, code, rules, domainSuffix, onAsked }: ResetPasswordProps) {
  const [isDone, setDone] = useState(false)
  if (username === undefined) return <AskForCode email={email} domainSuffix={domainSuffix} onAsked={onAsked} />
  if (isDone) return <PasswordReplaced email={username} />
  return <SetByCode username={username} code={code ?? ''} rules={rules} onDone={() => setDone(true)} />
}
