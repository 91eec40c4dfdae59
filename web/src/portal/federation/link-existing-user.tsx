import { Trans, useLingui } from '@lingui/react/macro'
import { loginEmail } from '@lintel/contract/identity/login'
import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { schemaResolver, useForm } from '@mantine/form'
import { z } from 'zod'
import { CallFailure, failedWith } from '../../api/failure'
import { ProblemNotice } from '../../api/problem-notice'
import { useFieldError } from '../../api/use-field-error'
import { resetAddress } from '../../session/login-address'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { focusFirstInvalid } from '../../ui/focus-first-invalid'
import { PasswordField } from '../../ui/password-field'

interface LinkExistingUserProps {
  provider: string
  nextUrl: string | undefined
  username: string
  /** The provider determines the username: only the password is requested. */
  isUsernameFixed: boolean
  /** The installation sends mail, so a forgotten password can be reset by a mailed code. */
  isMailEnabled: boolean
  domainSuffix: string | undefined
  error: unknown
  isBusy: boolean
  onLink(username: string, password: string): void
  onCancel(): void
}

const fields = (domainSuffix: string | undefined) =>
  z.object({
    username: z
      .string()
      .trim()
      .min(1, 'required')
      .refine((typed) => emailPattern.test(loginEmail(typed, domainSuffix)), 'invalidEmail'),
    password: z.string().min(1, 'required'),
  })

/** Links the provider to an existing account, verified by its password. */
export function LinkExistingUser({
  provider,
  nextUrl,
  username,
  isUsernameFixed,
  isMailEnabled,
  domainSuffix,
  error,
  isBusy,
  ...handlers
}: LinkExistingUserProps) {
  const { t } = useLingui()
  const form = useForm({
    initialValues: { username, password: '' },
    validate: (values) => schemaResolver(fields(domainSuffix), { sync: true })(values),
  })
  const errorFor = useFieldError(form.errors)
  const typed = form.values.username.trim()

  return (
    <AuthScreen title={t`Link your account`}>
      <p>
        {isUsernameFixed ? (
          <Trans>
            Enter the password of <b>{username}</b> once. After that you sign in with {provider}.
          </Trans>
        ) : (
          <Trans>Enter the email and password of your account once. After that you sign in with {provider}.</Trans>
        )}
      </p>
      <form onSubmit={form.onSubmit(({ password }) => handlers.onLink(typed, password), focusFirstInvalid)} noValidate>
        {error !== undefined && <LinkFailure error={error} isMailEnabled={isMailEnabled} />}
        {!isUsernameFixed && (
          <TextField
            {...form.getInputProps('username')}
            type="email"
            inputMode="email"
            name="username"
            label={<Trans>Email</Trans>}
            error={errorFor('username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus={username === ''}
            required
          />
        )}
        <PasswordField
          {...form.getInputProps('password')}
          name="password"
          label={<Trans>Password</Trans>}
          aside={
            isMailEnabled && (
              <a href={resetAddress(typed, nextUrl)}>
                <Trans>Forgot password?</Trans>
              </a>
            )
          }
          error={errorFor('password')}
          autoComplete="current-password"
          autoFocus={username !== ''}
          required
        />
        <AuthActions>
          <Button type="submit" kind="primary" wide busy={isBusy}>
            <Trans>Link with {provider}</Trans>
          </Button>
          <Button wide kind="quiet" onClick={handlers.onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        </AuthActions>
      </form>
    </AuthScreen>
  )
}

function LinkFailure({ error, isMailEnabled }: Pick<LinkExistingUserProps, 'error' | 'isMailEnabled'>) {
  const isRejected = error instanceof CallFailure && error.status === 401
  if (failedWith(error, 'conflict')) {
    return (
      <ProblemNotice error={error} title={<Trans>This email already has an account</Trans>}>
        <p>
          <Trans>Enter its password to link it.</Trans>
        </p>
      </ProblemNotice>
    )
  }
  return (
    <ProblemNotice error={error} title={isRejected && <Trans>Error: sign-in failed</Trans>}>
      {isRejected && (
        <p>
          {isMailEnabled ? (
            <Trans>Check the email and the password, or set a new password.</Trans>
          ) : (
            <Trans>Check the email and the password.</Trans>
          )}
        </p>
      )}
    </ProblemNotice>
  )
}
