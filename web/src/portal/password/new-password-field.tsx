import { Trans } from '@lingui/react/macro'
import { type PasswordRejection, type PasswordRules, passwordRequirementsOf } from '@lintel/contract/identity/passwords'
import type { ReactNode } from 'react'
import { PasswordField } from '../../ui/password-field'
import { missingRequirements } from './missing-requirements'
import styles from './new-password-field.module.css'
import { PasswordStrength } from './password-strength'
import { usePasswordTexts } from './use-password-texts'

interface NewPasswordFieldProps {
  name: string
  value: string
  onChange(value: string): void
  rules: PasswordRules | undefined
  /** The user's email: a password must not contain parts of it. */
  email: string
  /** A client-side error: the field is empty. */
  error?: ReactNode
  /** The server's reasons for rejecting the password. */
  rejected?: readonly PasswordRejection[] | undefined
  autoFocus?: boolean
}

/** The field of a new password: the rules as a sentence, how far they are met, and why the server rejected the password. */
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
  const texts = usePasswordTexts()
  return (
    <div className={styles.field}>
      <PasswordField
        name={name}
        label={<Trans>New password</Trans>}
        hint={texts.sentence(passwordRequirementsOf(rules))}
        error={rejected ? texts.rejection(rejected, missingRequirements(rules, value)) : error}
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
