import { Trans, useLingui } from '@lingui/react/macro'
import { changePassword } from '@lintel/contract/identity/change-password'
import { type PasswordRules, password } from '@lintel/contract/identity/passwords'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { z } from 'zod'
import { callApiWithAccessToken } from '../../api/call-api'
import { failedWith, NoResponse } from '../../api/failure'
import { areAllOnFields, setFieldErrors } from '../../api/field-errors'
import { useIsLeft } from '../../api/form/use-is-left'
import { ProblemNotice } from '../../api/problem-notice'
import { useFieldError } from '../../api/use-field-error'
import { useSave } from '../../api/use-save'
import { resetAddress } from '../../session/login-address'
import { AccountActions, AccountColumn, AccountPart } from '../../shell/account-part'
import { Button } from '../../ui/button'
import { focusFirstInvalid } from '../../ui/focus-first-invalid'
import { Notice } from '../../ui/notice'
import { PasswordField } from '../../ui/password-field'
import { showToast } from '../../ui/toast'
import { NewPasswordField } from './new-password-field'
import { rejectionReasons } from './rejection-reasons'

interface ChangePasswordProps {
  email: string
  rules: PasswordRules
  /** The installation sends mail, so a forgotten password can be reset by a mailed code. */
  isMailEnabled: boolean
}

const fields = z.object({ oldPassword: password, newPassword: password })

/** Changes the password of the signed-in user, who enters the current one and a new one. */
export function ChangePassword({ email, rules, isMailEnabled }: ChangePasswordProps) {
  const { t } = useLingui()
  const isLeft = useIsLeft()
  const change = useSave({
    work: (values: z.input<typeof fields>) => callApiWithAccessToken(changePassword, values),
    handlesError: () => !isLeft(),
    onSaved: () =>
      showToast({ kind: 'done', text: t`Your password has been changed. You are signed out everywhere else.` }),
  })
  /** The response was lost, so it is unknown whether the password was changed. */
  const [isResultUnknown, setResultUnknown] = useState(false)
  const form = useForm({
    initialValues: { oldPassword: '', newPassword: '' },
    validate: schemaResolver(fields, { sync: true }),
    onValuesChange: () => change.reset(),
  })
  const errorFor = useFieldError(form.errors)
  const rejected = rejectionReasons(change.error)
  const submit = form.onSubmit(
    (values) =>
      change.mutate(values, {
        onError: (error) => {
          if (error instanceof NoResponse) setResultUnknown(true)
          if (!rejectionReasons(error)) setFieldErrors(form)(error)
        },
        onSuccess: () => {
          setResultUnknown(false)
          form.reset()
        },
      }),
    focusFirstInvalid,
  )
  const hasOtherError = change.error && !areAllOnFields(change.error, ['oldPassword', 'newPassword'])

  return (
    <AccountPart title={<Trans>Change password</Trans>}>
      <AccountColumn>
        <form onSubmit={submit} noValidate>
          {hasOtherError && <ProblemNotice error={change.error} />}
          {isResultUnknown && failedWith(change.error, 'wrongPassword') && (
            <Notice title={<Trans>Your password may be set already</Trans>}>
              <p>
                <Trans>
                  The connection was lost before the answer came. Your current password may be the new one already.
                </Trans>
              </p>
            </Notice>
          )}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            {...form.getInputProps('oldPassword')}
            name="oldPassword"
            label={<Trans>Current password</Trans>}
            error={errorFor('oldPassword')}
            aside={
              isMailEnabled && (
                <a href={resetAddress(email, undefined)}>
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
            error={errorFor('newPassword')}
            rejected={rejected}
          />
          <AccountActions>
            <Button type="submit" kind="primary" busy={change.isPending}>
              <Trans>Change password</Trans>
            </Button>
          </AccountActions>
        </form>
      </AccountColumn>
    </AccountPart>
  )
}
