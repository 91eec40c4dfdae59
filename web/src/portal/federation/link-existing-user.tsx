import { Trans, useLingui } from '@lingui/react/macro'
import { loginEmail } from '@lintel/contract/identity/login'
import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { schemaResolver, useForm } from '@mantine/form'
import { z } from 'zod'
import { CallFailure, failedWith } from '../../api/failure'
import { ProblemNotice } from '../../api/problem-notice'
import { useFieldError } from '../../api/use-field-error'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { PasswordField } from '../../ui/password-field'
import { toFirstWrong } from '../../ui/to-first-wrong'

interface LinkExistingUserProps {
  provider: string
  username: string
  /** The provider says who it is: only the password is asked. */
  isUsernameFixed: boolean
  /** Mail is sent here: a forgotten password can be replaced by a mailed code. */
  isMailSent: boolean
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

/** The account that the provider becomes a way into, proved by its password. */
export function LinkExistingUser({
  provider,
  username,
  isUsernameFixed,
  isMailSent,
  domainSuffix,
  error,
  isBusy,
  ...on
}: LinkExistingUserProps) {
  const { t } = useLingui()
  const form = useForm({
    initialValues: { username, password: '' },
    validate: (values) => schemaResolver(fields(domainSuffix), { sync: true })(values),
  })
  const wrong = useFieldError(form.errors)
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
      <form onSubmit={form.onSubmit(({ password }) => on.onLink(typed, password), toFirstWrong)} noValidate>
        {error !== undefined && <LinkProblem error={error} isMailSent={isMailSent} />}
        {!isUsernameFixed && (
          <TextField
            {...form.getInputProps('username')}
            type="email"
            inputMode="email"
            name="username"
            label={<Trans>Email</Trans>}
            error={wrong('username')}
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
            isMailSent && (
              <a href={`/reset-password?${new URLSearchParams({ email: typed })}`}>
                <Trans>Forgot password?</Trans>
              </a>
            )
          }
          error={wrong('password')}
          autoComplete="current-password"
          autoFocus={username !== ''}
          required
        />
        <AuthActions>
          <Button type="submit" kind="primary" wide busy={isBusy}>
            <Trans>Link with {provider}</Trans>
          </Button>
          <Button wide kind="quiet" onClick={on.onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        </AuthActions>
      </form>
    </AuthScreen>
  )
}

function LinkProblem({ error, isMailSent }: Pick<LinkExistingUserProps, 'error' | 'isMailSent'>) {
  const isRefused = error instanceof CallFailure && error.status === 401
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
    <ProblemNotice error={error} title={isRefused && <Trans>Error: sign-in failed</Trans>}>
      {isRefused && (
        <p>
          {isMailSent ? (
            <Trans>Check the email and the password, or set a new password.</Trans>
          ) : (
            <Trans>Check the email and the password.</Trans>
          )}
        </p>
      )}
    </ProblemNotice>
  )
}
