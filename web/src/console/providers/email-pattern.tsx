import { useLingui } from '@lingui/react/macro'
import { emailMatcher, emailRegexError } from '@lintel/contract/customers/email-regex'
import { useState } from 'react'
import { TextField } from '../../ui/field'
import type { ProviderFormPart } from './provider-appearance'

/** The pattern of a provider's email addresses, and a field to test addresses against it. */
export function EmailPattern({ form, draft, labels }: ProviderFormPart) {
  const { t } = useLingui()
  const [testAddress, setTestAddress] = useState('')
  const { emailRegex } = draft.values
  const fault = emailRegex === '' ? undefined : emailRegexError(emailRegex)
  const field = form.field('emailRegex')
  const verdict = emailMatcher(emailRegex)(testAddress)
    ? t`This address matches: its person is led to this provider.`
    : t`This address does not match.`
  return (
    <>
      <TextField
        {...field}
        label={labels.emailRegex}
        optional={t`optional`}
        error={fault ?? field.error}
        hint={
          field.hint ??
          t`Whoever types a matching address on the sign-in page is led to this provider. The whole address has to match.`
        }
        placeholder=".+@company\.com"
        autoComplete="off"
        spellCheck={false}
      />
      {emailRegex !== '' && fault === undefined && (
        <TextField
          label={t`Try an address`}
          type="email"
          value={testAddress}
          autoComplete="off"
          hint={testAddress === '' ? undefined : <span role="status">{verdict}</span>}
          onChange={({ target }) => setTestAddress(target.value)}
        />
      )}
    </>
  )
}
