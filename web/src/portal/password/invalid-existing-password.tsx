import { Trans, useLingui } from '@lingui/react/macro'
import { resetInvalidPassword } from '@lintel/contract/identity/change-password'
import { type PasswordRules, password } from '@lintel/contract/identity/passwords'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { z } from 'zod'
import { callApi } from '../../api/call-api'
import { failedWith, NoResponse } from '../../api/failure'
import { useIsLeft } from '../../api/form/use-is-left'
import { ProblemNotice } from '../../api/problem-notice'
import { useFieldError } from '../../api/use-field-error'
import { useSave } from '../../api/use-save'
import { loginAddress, resetAddress } from '../../session/login-address'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { Button, buttonClass } from '../../ui/button'
import { focusFirstInvalid } from '../../ui/focus-first-invalid'
import { Notice } from '../../ui/notice'
import { PasswordField } from '../../ui/password-field'
import { NewPasswordField } from './new-password-field'
import { PasswordReplaced } from './password-replaced'
import { rejectionReasons } from './rejection-reasons'

interface InvalidExistingPasswordProps {
  email: string
  /** The address that opens after the sign-in. */
  nextUrl: string | undefined
  rules: PasswordRules
  /** The installation sends mail: the new password becomes valid when the mailed link is confirmed. */
  isConfirmedByMail: boolean
  /** A reset by mail is possible: mail is sent, or readable in the outbox of a local installation. */
  offersReset: boolean
}

const fields = z.object({ oldPassword: password, newPassword: password })

/** The password is correct but no longer accepted: replaces the old one by a new one. */
export function InvalidExistingPassword({
  email,
  nextUrl,
  rules,
  isConfirmedByMail,
  offersReset,
}: InvalidExistingPasswordProps) {
  const { t } = useLingui()
  const isLeft = useIsLeft()
  const replace = useSave({
    work: (values: z.input<typeof fields>) =>
      callApi(resetInvalidPassword, { anonymous: true, body: { username: email, ...values } }),
    handlesError: () => !isLeft(),
  })
  /** The response was lost, so it is unknown whether the password was replaced. */
  const [isResultUnknown, setResultUnknown] = useState(false)
  const form = useForm({
    initialValues: { oldPassword: '', newPassword: '' },
    validate: schemaResolver(fields, { sync: true }),
    onValuesChange: () => replace.reset(),
  })
  const errorFor = useFieldError(form.errors)
  const rejected = rejectionReasons(replace.error)
  const submit = form.onSubmit(
    (values) =>
      replace.mutate(values, {
        onError: (error) => {
          if (error instanceof NoResponse) setResultUnknown(true)
        },
      }),
    focusFirstInvalid,
  )

  if (replace.isSuccess) {
    return isConfirmedByMail ? (
      <ResetMailSent email={email} nextUrl={nextUrl} />
    ) : (
      <PasswordReplaced email={email} nextUrl={nextUrl} />
    )
  }
  return (
    <AuthScreen title={t`Choose a new password`}>
      <p>
        <Trans>
          The password of <b>{email}</b> is no longer accepted. Replace it to sign in.
        </Trans>
      </p>
      <form onSubmit={submit} noValidate>
        {replace.error && !rejected && <ProblemNotice error={replace.error} />}
        {/* Confirmed by mail, the old password stays valid until then. */}
        {isResultUnknown && !isConfirmedByMail && failedWith(replace.error, 'invalid_grant') && (
          <Notice title={<Trans>Your password may be set already</Trans>}>
            <p>
              <Trans>
                The connection was lost before the answer came.{' '}
                <a href={loginAddress(email, nextUrl)}>Sign in with the new password</a>.
              </Trans>
            </p>
          </Notice>
        )}
        {replace.error && offersReset && (
          <p>
            <Trans>
              If you no longer know the old password, <a href={resetAddress(email, nextUrl)}>reset it by email</a>.
            </Trans>
          </p>
        )}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          {...form.getInputProps('oldPassword')}
          name="oldPassword"
          label={<Trans>Old password</Trans>}
          error={errorFor('oldPassword')}
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
        <AuthActions>
          <Button type="submit" kind="primary" wide busy={replace.isPending}>
            <Trans>Set the password</Trans>
          </Button>
          <a href={loginAddress(email, nextUrl)} className={buttonClass({ wide: true, kind: 'quiet' })}>
            <Trans>Cancel</Trans>
          </a>
        </AuthActions>
      </form>
    </AuthScreen>
  )
}

/** The new password becomes valid with the mailed link. */
function ResetMailSent({ email, nextUrl }: Pick<InvalidExistingPasswordProps, 'email' | 'nextUrl'>) {
  const { t } = useLingui()
  return (
    <AuthScreen title={t`Password reset sent`} focusesHeading>
      <p>
        <Trans>
          We have sent an email to <b>{email}</b>. Your new password holds as soon as you confirm it there.
        </Trans>
      </p>
      <AuthActions>
        <a href={loginAddress(email, nextUrl)} className={buttonClass({ kind: 'primary', wide: true })}>
          <Trans>OK</Trans>
        </a>
      </AuthActions>
    </AuthScreen>
  )
}
