import { Trans } from '@lingui/react/macro'
import { type PasswordRejection, type PasswordRules, passwordSentence } from '@lintel/contract/identity/passwords'
import type { ReactNode } from 'react'
import { PasswordField } from '../../ui/password-field'
import { missing } from './missing'
import styles from './new-password-field.module.css'
import { PasswordStrength } from './password-strength'
import { usePasswordWords } from './password-words'

interface NewPasswordFieldProps {
  name: string
  value: string
  onChange(value: string): void
  rules: PasswordRules | undefined
  /** Whose password it is: their own address and name do not make a good one. */
  email: string
  /** Something of our own is wrong with it: empty. */
  error?: ReactNode
  /** The reasons of the server, after it was asked. */
  rejected?: readonly PasswordRejection[] | undefined
  autoFocus?: boolean
}

/** A new password: the rules as a sentence, how far they are met, and why the server did not take it. */
export function NewPasswordField({
  name,
  value,
  onChange,
  rules,
  email,
  error,
  rejected,
  autoFocus = false,
}: NewPasswordFieldProps) {
  const words = usePasswordWords()
  return (
    <div className={styles.field}>
      <PasswordField
        name={name}
        label={<Trans>New password</Trans>}
        hint={words.sentence(passwordSentence(rules))}
        error={rejected ? words.rejection(rejected, missing(rules, value)) : error}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        autoComplete="new-password"
        autoFocus={autoFocus}
        required
      />
      {value !== '' && !rejected && <PasswordStrength rules={rules} email={email} typed={value} />}
    </div>
  )
}
