import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import { confirmPasswordReset, requestPasswordReset, resetCodeMinutes } from '@lintel/contract/identity/password-reset'
import { type PasswordRules, password } from '@lintel/contract/identity/passwords'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { ask } from '../../api/ask'
import { failedWith, NoAnswer } from '../../api/failure'
import { problemText } from '../../api/problem-text'
import { showProblem } from '../../api/show-problem'
import { useFieldError } from '../../api/use-field-error'
import { loginAddress } from '../../session/login-address'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { Button } from '../../ui/button'
import { CodeField } from '../../ui/code-field'
import { Notice } from '../../ui/notice'
import { toFirstWrong } from '../../ui/to-first-wrong'
import { showToast } from '../../ui/toast'
import { NewPasswordField } from './new-password-field'
import { rejectedFor } from './rejected'
import styles from './set-by-code.module.css'

interface SetByCodeProps {
  username: string
  code: string
  rules: PasswordRules
  /** Where the mail is read in a local installation. */
  outbox: string | undefined
  onDone(): void
}

const fields = z.object({ code: z.string().trim().min(1, 'required'), newPassword: password })

/** Step two of a reset: the mailed code and the new password. */
export function SetByCode({ username, code, rules, outbox, onDone }: SetByCodeProps) {
  // The compiler takes the making of `submit` for reading the form.
  'use no memo'
  const { i18n } = useLingui()
  const { t } = useMacro()
  const confirm = useMutation({
    mutationFn: (values: z.input<typeof fields>) =>
      ask(confirmPasswordReset, { anonymous: true, body: { ...values, username } }),
  })
  const again = useMutation({
    mutationFn: () => ask(requestPasswordReset, { anonymous: true, body: { username } }),
    onSuccess: () => {
      typeCode()
      setCodeAsked(true)
      // What was wrong with the former code is nothing to the new one.
      confirm.reset()
      setLinkRefused(false)
      showToast({ kind: 'done', text: t`A new code is on its way.` })
    },
    onError: (error) => showProblem(error, i18n._(problemText(error))),
  })
  /** An answer was lost on its way: nobody here knows whether the password was set. */
  const [isLost, setLost] = useState(false)
  /** The mail's link brought the code, which is a secret that nobody would type; once it is refused, one is typed in its place. */
  const [isByLink, setByLink] = useState(code !== '')
  const [isLinkRefused, setLinkRefused] = useState(false)
  /** A code is on its way: it was asked for before this screen, or on it. */
  const [isCodeAsked, setCodeAsked] = useState(code === '')
  const form = useForm({
    initialValues: { code, newPassword: '' },
    validate: schemaResolver(fields, { sync: true }),
    onValuesChange: () => {
      confirm.reset()
      setLinkRefused(false)
    },
  })
  function typeCode() {
    if (!isByLink) return
    setByLink(false)
    form.setFieldValue('code', '')
  }
  const wrong = useFieldError(form.errors)
  const screen = useRef<HTMLFormElement>(null)
  const submit = form.onSubmit(
    (values) =>
      confirm.mutate(values, {
        onSuccess: onDone,
        onError: (error) => {
          if (error instanceof NoAnswer) setLost(true)
          const isCode = failedWith(error, 'invalidCode')
          if (isCode && isByLink) {
            typeCode()
            setLinkRefused(true)
          }
          const field = isCode ? 'code' : 'newPassword'
          screen.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
        },
      }),
    toFirstWrong,
  )

  // A bad code shows at the code, anything else at the password (account-portal chapter 8).
  const isCodeWrong = isLinkRefused || failedWith(confirm.error, 'invalidCode')
  const rejected = rejectedFor(confirm.error)
  const elsewhere = confirm.error && !isCodeWrong && !rejected ? i18n._(problemText(confirm.error)) : undefined

  return (
    <AuthScreen title={t`Set a new password`}>
      {isByLink && (
        <Notice>
          <p>
            <Trans>
              You came by the link of your mail: choose a new password for <b>{username}</b>.
            </Trans>
          </p>
        </Notice>
      )}
      {!isByLink && isCodeAsked && (
        <Notice>
          <p>
            <Trans>
              If <b>{username}</b> is registered here, a code is on its way there. It can be used for{' '}
              <Plural value={resetCodeMinutes} one="# minute" other="# minutes" />.
            </Trans>
          </p>
          {outbox !== undefined && (
            <p>
              <Trans>
                This installation sends no mail: <a href={outbox}>read it in the outbox</a>.
              </Trans>
            </p>
          )}
        </Notice>
      )}
      {isCodeWrong && isLost && (
        <Notice title={<Trans>Your password may be set already</Trans>}>
          <p>
            <Trans>
              The connection was lost before the answer came, and the code works once.{' '}
              <a href={loginAddress(username)}>Sign in with the new password</a>, or ask for a new code.
            </Trans>
          </p>
        </Notice>
      )}
      <form ref={screen} onSubmit={submit} noValidate>
        <input type="email" autoComplete="username" value={username} readOnly hidden />
        {!isByLink && (
          <CodeField
            {...form.getInputProps('code')}
            kind="mailed"
            name="code"
            label={<Trans>Code from the mail</Trans>}
            error={wrong('code') ?? (isCodeWrong && t`This code is wrong, used or too old. Ask for a new one below.`)}
            autoFocus
          />
        )}
        <NewPasswordField
          name="newPassword"
          value={form.values.newPassword}
          onChange={(newPassword) => form.setFieldValue('newPassword', newPassword)}
          rules={rules}
          email={username}
          error={wrong('newPassword') ?? elsewhere}
          rejected={rejected}
          autoFocus={code !== ''}
        />
        <AuthActions>
          <Button type="submit" kind="primary" wide busy={confirm.isPending}>
            <Trans>Set the password</Trans>
          </Button>
        </AuthActions>
      </form>
      <p className={styles.links}>
        <button type="button" className={styles.link} onClick={() => again.mutate()} disabled={again.isPending}>
          <Trans>Send a new code</Trans>
        </button>
        <a href={loginAddress(username)}>
          <Trans>Back to sign in</Trans>
        </a>
      </p>
    </AuthScreen>
  )
}
