import { Trans, useLingui } from '@lingui/react/macro'
import { changePassword } from '@lintel/contract/identity/change-password'
import { type PasswordRules, password } from '@lintel/contract/identity/passwords'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { askWithAccessToken } from '../../api/ask'
import { atField, isAllAtFields } from '../../api/at-field'
import { ProblemNotice } from '../../api/problem-notice'
import { useFieldError } from '../../api/use-field-error'
import { AccountActs, AccountColumn, AccountPart } from '../../shell/account-part'
import { Button } from '../../ui/button'
import { PasswordField } from '../../ui/password-field'
import { toFirstWrong } from '../../ui/to-first-wrong'
import { showToast } from '../../ui/toast'
import { NewPasswordField } from './new-password-field'
import { rejectedFor } from './rejected'

interface ChangePasswordProps {
  email: string
  rules: PasswordRules
  /** Mail is sent here: a forgotten password can be replaced by a mailed code. */
  isMailSent: boolean
}

const fields = z.object({ oldPassword: password, newPassword: password })

/** The password of the person who is signed in: the current one and a new one. */
export function ChangePassword({ email, rules, isMailSent }: ChangePasswordProps) {
  const { t } = useLingui()
  const change = useMutation({
    mutationFn: (values: z.input<typeof fields>) => askWithAccessToken(changePassword, values),
  })
  const form = useForm({
    initialValues: { oldPassword: '', newPassword: '' },
    validate: schemaResolver(fields, { sync: true }),
    onValuesChange: () => change.reset(),
  })
  const wrong = useFieldError(form.errors)
  const rejected = rejectedFor(change.error)
  const submit = form.onSubmit(
    (values) =>
      change.mutate(values, {
        onError: (error) => {
          if (!rejectedFor(error)) atField(form)(error)
        },
        onSuccess: () => {
          showToast({ kind: 'done', text: t`Your password has been changed. You are signed out everywhere else.` })
          // One stays: the form is empty again.
          form.reset()
        },
      }),
    toFirstWrong,
  )
  const isElsewhere = change.error && !isAllAtFields(change.error, ['oldPassword', 'newPassword'])

  return (
    <AccountPart title={<Trans>Change password</Trans>}>
      <AccountColumn>
        <form onSubmit={submit} noValidate>
          {isElsewhere && <ProblemNotice error={change.error} />}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            {...form.getInputProps('oldPassword')}
            name="oldPassword"
            label={<Trans>Current password</Trans>}
            error={wrong('oldPassword')}
            aside={
              isMailSent && (
                <a href={`/reset-password?${new URLSearchParams({ email })}`}>
                  <Trans>Forgot password?</Trans>
                </a>
              )
            }
            autoComplete="current-password"
            autoFocus
            required
          />
          <NewPasswordField
            name="newPassword"
            value={form.values.newPassword}
            onChange={(newPassword) => form.setFieldValue('newPassword', newPassword)}
            rules={rules}
            email={email}
            error={wrong('newPassword')}
            rejected={rejected}
          />
          <AccountActs>
            <Button type="submit" kind="primary" busy={change.isPending}>
              <Trans>Change password</Trans>
            </Button>
          </AccountActs>
        </form>
      </AccountColumn>
    </AccountPart>
  )
}
