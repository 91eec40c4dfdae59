import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { setPassword } from '@lintel/contract/identity/change-password'
import { type PasswordRules, password } from '@lintel/contract/identity/passwords'
import { schemaResolver, useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { callApi } from '../../api/call-api'
import { failedWith } from '../../api/failure'
import { useIsLeft } from '../../api/form/use-is-left'
import { problemText } from '../../api/problem-text'
import { useFieldError } from '../../api/use-field-error'
import { useSave } from '../../api/use-save'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { Button, buttonClass } from '../../ui/button'
import { focusFirstInvalid } from '../../ui/focus-first-invalid'
import { showToast } from '../../ui/toast'
import { NewPasswordField } from './new-password-field'
import { rejectionReasons } from './rejection-reasons'

interface SetPasswordFormProps {
  email: string
  rules: PasswordRules
  /** The inviter and the project, if the user was invited. */
  welcome: ReactNode
  /** The password is set and the user may continue. */
  onDone(): void
}

const fields = z.object({ password })

/** Sets the first password of an account, before anything else (account-portal chapter 2, user profile). */
export function SetPasswordForm({ email, rules, welcome, onDone }: SetPasswordFormProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const isLeft = useIsLeft()
  const set = useSave({
    work: (values: z.input<typeof fields>) =>
      callApi(setPassword, { parameters: { email }, body: values }).catch((error: unknown) => {
        // Only a first password is set here: it was already set by an attempt whose response was lost.
        if (!failedWith(error, 'forbidden')) throw error
        showToast({ kind: 'done', text: t`Your password was set by an earlier attempt.` })
      }),
    handlesError: () => !isLeft(),
  })
  const form = useForm({
    initialValues: { password: '' },
    validate: schemaResolver(fields, { sync: true }),
    onValuesChange: () => set.reset(),
  })
  const errorFor = useFieldError(form.errors)
  const rejected = rejectionReasons(set.error)
  const otherError = set.error && !rejected ? i18n._(problemText(set.error)) : undefined

  return (
    <AuthScreen title={t`Welcome. Set your password`}>
      {welcome}
      <p>
        <Trans>
          You sign in as <b>{email}</b> from now on, with the password you choose here.
        </Trans>
      </p>
      <form
        onSubmit={form.onSubmit((values) => set.mutate(values, { onSuccess: onDone }), focusFirstInvalid)}
        noValidate
      >
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField
          name="password"
          value={form.values.password}
          onChange={(typed) => form.setFieldValue('password', typed)}
          rules={rules}
          email={email}
          error={errorFor('password') ?? otherError}
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
