import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { newEmailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { schemaResolver, useForm } from '@mantine/form'
import { z } from 'zod'
import { areAllOnFields } from '../../api/field-errors'
import { ProblemNotice } from '../../api/problem-notice'
import { problemText } from '../../api/problem-text'
import { useFieldError } from '../../api/use-field-error'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { focusFirstInvalid } from '../../ui/focus-first-invalid'

interface ConfirmEmailProps {
  provider: string
  /** The address that the provider proposes; empty if it proposes none. */
  email: string
  error: unknown
  isBusy: boolean
  onConfirm(email: string): void
  onCancel(): void
}

const fields = z.object({
  email: z
    .string()
    .trim()
    .min(1, 'required')
    .refine((typed) => newEmailPattern.test(typed), 'invalidEmail'),
})

/** Creates an account: confirms or corrects the email address that the provider proposed. */
export function ConfirmEmail({ provider, email, error, isBusy, onConfirm, onCancel }: ConfirmEmailProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const form = useForm({ initialValues: { email }, validate: schemaResolver(fields, { sync: true }) })
  const errorFor = useFieldError(form.errors)
  const isAtField = areAllOnFields(error, ['ProposedUsername'])

  return (
    <AuthScreen title={email === '' ? t`What is your email address?` : t`Is this your email address?`}>
      <p>
        {email === '' ? (
          <Trans>
            Your account is created for this address. We send a message to it first, to confirm that it is yours, unless{' '}
            {provider} vouches for it.
          </Trans>
        ) : (
          <Trans>
            {provider} sent us this address. If you change it, we send a message to the new address first, to confirm
            that it is yours.
          </Trans>
        )}
      </p>
      <form onSubmit={form.onSubmit((values) => onConfirm(values.email.trim()), focusFirstInvalid)} noValidate>
        {error !== undefined && !isAtField && <ProblemNotice error={error} />}
        <TextField
          {...form.getInputProps('email')}
          type="email"
          inputMode="email"
          name="email"
          label={<Trans>Email</Trans>}
          error={errorFor('email') ?? (isAtField && i18n._(problemText(error)))}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
        />
        <AuthActions>
          <Button type="submit" kind="primary" wide busy={isBusy}>
            <Trans>Create my account</Trans>
          </Button>
          <Button wide kind="quiet" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        </AuthActions>
      </form>
    </AuthScreen>
  )
}
