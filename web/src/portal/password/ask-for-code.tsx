import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { loginEmail } from '@lintel/contract/identity/login'
import { requestPasswordReset } from '@lintel/contract/identity/password-reset'
import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { ask } from '../../api/ask'
import { problemText } from '../../api/problem-text'
import { useFieldError } from '../../api/use-field-error'
import { loginAddress } from '../../session/login-address'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { Button, buttonClass } from '../../ui/button'
import { TextField } from '../../ui/field'
import { toFirstWrong } from '../../ui/to-first-wrong'

interface AskForCodeProps {
  email: string
  domainSuffix: string | undefined
  onAsked(username: string): void
}

/** Step one of a reset: whose password it is. The answer is the same for everybody. */
export function AskForCode({ email, domainSuffix, onAsked }: AskForCodeProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const request = useMutation({ mutationFn: (username: string) => ask(requestPasswordReset, body(username)) })
  const username = z
    .string()
    .trim()
    .min(1, 'required')
    .refine((typed) => emailPattern.test(loginEmail(typed, domainSuffix)), 'invalidEmail')
  const form = useForm({
    initialValues: { username: email },
    validate: (values) => schemaResolver(z.object({ username }), { sync: true })(values),
  })
  const wrong = useFieldError(form.errors)
  const submit = form.onSubmit((values) => {
    const typed = values.username.trim()
    request.mutate(typed, { onSuccess: () => onAsked(typed) })
  }, toFirstWrong)

  return (
    <AuthScreen title={t`Reset your password`}>
      <p>
        <Trans>We will send you a code with which you can set a new password.</Trans>
      </p>
      <form onSubmit={submit} noValidate>
        <TextField
          {...form.getInputProps('username')}
          type="email"
          inputMode="email"
          name="username"
          label={<Trans>Email</Trans>}
          error={wrong('username') ?? (request.error && i18n._(problemText(request.error)))}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
        />
        <AuthActions>
          <Button type="submit" kind="primary" wide busy={request.isPending}>
            <Trans>Send the code</Trans>
          </Button>
          <a href={loginAddress(email)} className={buttonClass({ wide: true, kind: 'quiet' })}>
            <Trans>Cancel</Trans>
          </a>
        </AuthActions>
      </form>
    </AuthScreen>
  )
}

const body = (username: string) => ({ anonymous: true, body: { username } })
