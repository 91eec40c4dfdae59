import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { setPassword } from '@lintel/contract/identity/change-password'
import { type PasswordRules, password } from '@lintel/contract/identity/passwords'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { ask } from '../../api/ask'
import { failedWith } from '../../api/failure'
import { problemText } from '../../api/problem-text'
import { useFieldError } from '../../api/use-field-error'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { Button, buttonClass } from '../../ui/button'
import { toFirstWrong } from '../../ui/to-first-wrong'
import { showToast } from '../../ui/toast'
import { NewPasswordField } from './new-password-field'
import { rejectedFor } from './rejected'

interface SetPasswordFormProps {
  email: string
  rules: PasswordRules
  /** Who invited the person to what, where somebody did. */
  welcome: ReactNode
  /** The password is set: the person may go on. */
  onDone(): void
}

const fields = z.object({ password })

/** The first password of one's own, before anything else (account-portal chapter 2, user profile). */
export function SetPasswordForm({ email, rules, welcome, onDone }: SetPasswordFormProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const set = useMutation({
    mutationFn: (values: z.input<typeof fields>) => ask(setPassword, { parameters: { email }, body: values }),
  })
  const form = useForm({
    initialValues: { password: '' },
    validate: schemaResolver(fields, { sync: true }),
    onValuesChange: () => set.reset(),
  })
  const wrong = useFieldError(form.errors)
  const rejected = rejectedFor(set.error)

  /** Only a first password is set here: it was, by an attempt whose answer was lost. */
  function onFailed(error: Error) {
    if (!failedWith(error, 'forbidden')) return
    showToast({ kind: 'done', text: t`Your password was set by an earlier attempt.` })
    onDone()
  }
  const elsewhere = set.error && !rejected ? i18n._(problemText(set.error)) : undefined

  return (
    <AuthScreen title={t`Welcome. Set your password`}>
      {welcome}
      <p>
        <Trans>
          You sign in as <b>{email}</b> from now on, with the password you choose here.
        </Trans>
      </p>
      <form
        onSubmit={form.onSubmit((values) => set.mutate(values, { onSuccess: onDone, onError: onFailed }), toFirstWrong)}
        noValidate
      >
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField
          name="password"
          value={form.values.password}
          onChange={(typed) => form.setFieldValue('password', typed)}
          rules={rules}
          email={email}
          error={wrong('password') ?? elsewhere}
          rejected={rejected}
          autoFocus
        />
        <AuthActions>
          <Button type="submit" kind="primary" wide busy={set.isPending}>
            <Trans>Set the password</Trans>
          </Button>
          <a href="/logout" className={buttonClass({ wide: true, kind: 'quiet' })}>
            <Trans>Sign out</Trans>
          </a>
        </AuthActions>
      </form>
    </AuthScreen>
  )
}
