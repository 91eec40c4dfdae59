import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { loginEmail } from '@lintel/contract/identity/login'
import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { schemaResolver, useForm } from '@mantine/form'
import { z } from 'zod'
import { CallFailure, failedWith } from '../../api/failure'
import { problemText } from '../../api/problem-text'
import { useFieldError } from '../../api/use-field-error'
import { DoorScreen, DoorWays } from '../../shell/door-screen'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { Notice } from '../../ui/notice'
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
  const { t } = useMacro()
  const form = useForm({
    initialValues: { username, password: '' },
    validate: (values) => schemaResolver(fields(domainSuffix), { sync: true })(values),
  })
  const wrong = useFieldError(form.errors)
  const typed = form.values.username.trim()

  return (
    <DoorScreen title={t`Link your account`}>
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
        <DoorWays>
          <Button type="submit" kind="primary" wide busy={isBusy}>
            <Trans>Link with {provider}</Trans>
          </Button>
          <Button wide kind="quiet" onClick={on.onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        </DoorWays>
      </form>
    </DoorScreen>
  )
}

function LinkProblem({ error, isMailSent }: Pick<LinkExistingUserProps, 'error' | 'isMailSent'>) {
  const { i18n } = useLingui()
  const isRefused = error instanceof CallFailure && error.status === 401
  if (failedWith(error, 'conflict')) {
    return (
      <Notice kind="problem" title={<Trans>This email already has an account</Trans>}>
        <p>
          <Trans>Enter its password to link it.</Trans>
        </p>
      </Notice>
    )
  }
  return (
    <Notice kind="problem" title={isRefused ? <Trans>Error: sign-in failed</Trans> : i18n._(problemText(error))}>
      {isRefused && (
        <p>
          {isMailSent ? (
            <Trans>Check the email and the password, or set a new password.</Trans>
          ) : (
            <Trans>Check the email and the password.</Trans>
          )}
        </p>
      )}
    </Notice>
  )
}
