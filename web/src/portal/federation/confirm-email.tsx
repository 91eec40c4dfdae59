import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { newEmailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { schemaResolver, useForm } from '@mantine/form'
import { z } from 'zod'
import { isAllAtFields } from '../../api/at-field'
import { ProblemNotice } from '../../api/problem-notice'
import { problemText } from '../../api/problem-text'
import { useFieldError } from '../../api/use-field-error'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { toFirstWrong } from '../../ui/to-first-wrong'

interface ConfirmEmailProps {
  provider: string
  /** What the provider proposes; empty when it does not say. */
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

/** A new account: the address that it is made for, as the provider says or as the person corrects it. */
export function ConfirmEmail({ provider, email, error, isBusy, onConfirm, onCancel }: ConfirmEmailProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const form = useForm({ initialValues: { email }, validate: schemaResolver(fields, { sync: true }) })
  const wrong = useFieldError(form.errors)
  const isAtField = isAllAtFields(error, ['ProposedUsername'])

  return (
    <AuthScreen title={email === '' ? t`What is your email address?` : t`Is this your email address?`}>
      <p>
        {email === '' ? (
          <Trans>{provider} did not send your email address. Your account is created for this address.</Trans>
        ) : (
          <Trans>
            {provider} sent us this address. If you change it, we send a message to the new address first, to confirm
            that it is yours.
          </Trans>
        )}
      </p>
      <form onSubmit={form.onSubmit((values) => onConfirm(values.email.trim()), toFirstWrong)} noValidate>
        {error !== undefined && !isAtField && <ProblemNotice error={error} />}
        <TextField
          {...form.getInputProps('email')}
          type="email"
          inputMode="email"
          name="email"
          label={<Trans>Email</Trans>}
          error={wrong('email') ?? (isAtField && i18n._(problemText(error)))}
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
