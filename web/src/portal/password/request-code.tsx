import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { loginEmail } from '@lintel/contract/identity/login'
import { requestPasswordReset } from '@lintel/contract/identity/password-reset'
import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { schemaResolver, useForm } from '@mantine/form'
import { z } from 'zod'
import { callApi } from '../../api/call-api'
import { useIsLeft } from '../../api/form/use-is-left'
import { problemText } from '../../api/problem-text'
import { useFieldError } from '../../api/use-field-error'
import { useSave } from '../../api/use-save'
import { loginAddress } from '../../session/login-address'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { Button, buttonClass } from '../../ui/button'
import { TextField } from '../../ui/field'
import { focusFirstInvalid } from '../../ui/focus-first-invalid'

interface RequestCodeProps {
  email: string
  nextUrl: string | undefined
  domainSuffix: string | undefined
  onRequested(username: string): void
}

/** Step one of a reset: the username. The response is the same whether or not the account exists. */
export function RequestCode({ email, nextUrl, domainSuffix, onRequested }: RequestCodeProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const isLeft = useIsLeft()
  const request = useSave({
    work: (username: string) => callApi(requestPasswordReset, { anonymous: true, body: { username } }),
    handlesError: () => !isLeft(),
  })
  const username = z
    .string()
    .trim()
    .min(1, 'required')
    .refine((typed) => emailPattern.test(loginEmail(typed, domainSuffix)), 'invalidEmail')
  const form = useForm({
    initialValues: { username: email },
    validate: (values) => schemaResolver(z.object({ username }), { sync: true })(values),
  })
  const errorFor = useFieldError(form.errors)
  const submit = form.onSubmit((values) => {
    const typed = values.username.trim()
    request.mutate(typed, { onSuccess: () => onRequested(typed) })
  }, focusFirstInvalid)

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
          error={errorFor('username') ?? (request.error && i18n._(problemText(request.error)))}
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
          <a href={loginAddress(email, nextUrl)} className={buttonClass({ wide: true, kind: 'quiet' })}>
            <Trans>Cancel</Trans>
          </a>
        </AuthActions>
      </form>
    </AuthScreen>
  )
}
