import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import { register, registrationDays } from '@lintel/contract/identity/registration'
import { newEmail } from '@lintel/contract/jsonapi/fields'
import { trialDays } from '@lintel/contract/projects/projects'
import { schemaResolver, useForm } from '@mantine/form'
import { z } from 'zod'
import { callApi } from '../../api/call-api'
import { useIsLeft } from '../../api/form/use-is-left'
import { problemText } from '../../api/problem-text'
import { useFieldError } from '../../api/use-field-error'
import { useSave } from '../../api/use-save'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { Button, buttonClass } from '../../ui/button'
import { TextField } from '../../ui/field'
import { focusFirstInvalid } from '../../ui/focus-first-invalid'

const fields = z.object({ email: newEmail })

interface RegisterProps {
  outbox: string | undefined
  /** Whoever registers here may create a project. */
  offersProject?: boolean
}

/** Registers an account: enter the email, then follow the mailed link to a password, a profile and a new project. */
export function Register({ outbox, offersProject = true }: RegisterProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const isLeft = useIsLeft()
  const request = useSave({
    work: (email: string) => callApi(register, { anonymous: true, body: { email, locale: i18n.locale } }),
    handlesError: () => !isLeft(),
  })
  const form = useForm({ initialValues: { email: '' }, validate: schemaResolver(fields, { sync: true }) })
  const errorFor = useFieldError(form.errors)
  const email = form.values.email.trim()

  if (request.isSuccess) return <MailSent email={request.variables} outbox={outbox} offersProject={offersProject} />
  return (
    <AuthScreen title={t`Create your account`}>
      {offersProject && (
        <p>
          <Trans>
            With a project of your own, free for <Plural value={trialDays} one="# day" other="# days" />. We send a link
            to your email address.
          </Trans>
        </p>
      )}
      <form onSubmit={form.onSubmit(() => request.mutate(email), focusFirstInvalid)} noValidate>
        <TextField
          {...form.getInputProps('email')}
          type="email"
          inputMode="email"
          name="email"
          label={<Trans>Email</Trans>}
          error={errorFor('email') ?? (request.error && i18n._(problemText(request.error)))}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
        />
        <AuthActions>
          <Button type="submit" kind="primary" wide busy={request.isPending}>
            <Trans>Send the link</Trans>
          </Button>
          <a href="/login" className={buttonClass({ wide: true, kind: 'quiet' })}>
            <Trans>I have an account</Trans>
          </a>
        </AuthActions>
      </form>
    </AuthScreen>
  )
}

interface MailSentProps {
  email: string
  outbox: string | undefined
  offersProject: boolean
}

function MailSent({ email, outbox, offersProject }: MailSentProps) {
  const { t } = useMacro()
  return (
    <AuthScreen title={t`Check your mailbox`} focusesHeading>
      <p role="status">
        {offersProject ? (
          <Trans>
            We sent an email to <b>{email}</b>. Its link works for{' '}
            <Plural value={registrationDays} one="# day" other="# days" />: choose a password, fill in your profile, and
            create your project.
          </Trans>
        ) : (
          <Trans>
            We sent an email to <b>{email}</b>. Its link works for{' '}
            <Plural value={registrationDays} one="# day" other="# days" />: choose a password, and fill in your profile.
          </Trans>
        )}
      </p>
      {outbox !== undefined && (
        <p>
          <Trans>
            This installation sends no mail: <a href={outbox}>read it in the outbox</a>.
          </Trans>
        </p>
      )}
      <AuthActions>
        <a href="/login" className={buttonClass({ wide: true })}>
          <Trans>Back to sign in</Trans>
        </a>
      </AuthActions>
    </AuthScreen>
  )
}
