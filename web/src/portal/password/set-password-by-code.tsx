import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import { confirmPasswordReset, requestPasswordReset, resetCodeMinutes } from '@lintel/contract/identity/password-reset'
import { type PasswordRules, password } from '@lintel/contract/identity/passwords'
import { schemaResolver, useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { callApi } from '../../api/call-api'
import { failedWith, NoResponse } from '../../api/failure'
import { useIsLeft } from '../../api/form/use-is-left'
import { problemText } from '../../api/problem-text'
import { useFieldError } from '../../api/use-field-error'
import { useSave } from '../../api/use-save'
import { loginAddress } from '../../session/login-address'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { Button } from '../../ui/button'
import { CodeField } from '../../ui/code-field'
import { focusFirstInvalid } from '../../ui/focus-first-invalid'
import { Notice } from '../../ui/notice'
import { showToast } from '../../ui/toast'
import { NewPasswordField } from './new-password-field'
import { rejectionReasons } from './rejection-reasons'
import styles from './set-password-by-code.module.css'

interface SetPasswordByCodeProps {
  username: string
  nextUrl: string | undefined
  code: string
  rules: PasswordRules
  /** The address of the mail outbox of a local installation. */
  outbox: string | undefined
  onDone(): void
}

const fields = z.object({ code: z.string().trim().min(1, 'required'), newPassword: password })

/** Step two of a reset: the mailed code and the new password. */
export function SetPasswordByCode({ username, nextUrl, code, rules, outbox, onDone }: SetPasswordByCodeProps) {
  // The React Compiler mistakes the creation of `submit` for a read of the form's refs during rendering.
  'use no memo'
  const { i18n } = useLingui()
  const { t } = useMacro()
  const isLeft = useIsLeft()
  const confirm = useSave({
    work: (values: z.input<typeof fields>) =>
      callApi(confirmPasswordReset, { anonymous: true, body: { ...values, username } }),
    handlesError: () => !isLeft(),
  })
  const resend = useSave<void, unknown>({
    work: () => callApi(requestPasswordReset, { anonymous: true, body: { username } }),
    onSaved() {
      typeCode()
      setCodeRequested(true)
      // Errors of the previous code do not apply to the new one.
      confirm.reset()
      setLinkRejected(false)
      showToast({ kind: 'done', text: t`A new code is on its way.` })
    },
  })
  /** The response was lost, so it is unknown whether the password was set. */
  const [isResultUnknown, setResultUnknown] = useState(false)
  /** The code came with the mailed link and is hidden; if it is rejected, the user enters another one. */
  const [isByLink, setByLink] = useState(code !== '')
  const [isLinkRejected, setLinkRejected] = useState(false)
  /** A code has been requested, before this screen or on it. */
  const [isCodeRequested, setCodeRequested] = useState(code === '')
  const form = useForm({
    initialValues: { code, newPassword: '' },
    validate: schemaResolver(fields, { sync: true }),
    onValuesChange: () => {
      confirm.reset()
      setLinkRejected(false)
    },
  })
  function typeCode() {
    if (!isByLink) return
    setByLink(false)
    form.setFieldValue('code', '')
  }
  const errorFor = useFieldError(form.errors)
  const formRef = useRef<HTMLFormElement>(null)
  const submit = form.onSubmit(
    (values) =>
      confirm.mutate(values, {
        onSuccess: onDone,
        onError: (error) => {
          if (error instanceof NoResponse) setResultUnknown(true)
          const isCode = failedWith(error, 'invalidCode')
          if (isCode && isByLink) {
            typeCode()
            setLinkRejected(true)
          }
          const field = isCode ? 'code' : 'newPassword'
          formRef.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
        },
      }),
    focusFirstInvalid,
  )

  // An invalid code is shown at the code field, anything else at the password (account-portal chapter 8).
  const isCodeWrong = isLinkRejected || failedWith(confirm.error, 'invalidCode')
  const rejected = rejectionReasons(confirm.error)
  const otherError = confirm.error && !isCodeWrong && !rejected ? i18n._(problemText(confirm.error)) : undefined

  return (
    <AuthScreen title={t`Set a new password`}>
      {isByLink && (
        <Notice>
          <p>
            <Trans>
              You came by the link of your email: choose a new password for <b>{username}</b>.
            </Trans>
          </p>
        </Notice>
      )}
      {!isByLink && isCodeRequested && (
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
      {isCodeWrong && isResultUnknown && (
        <Notice title={<Trans>Your password may be set already</Trans>}>
          <p>
            <Trans>
              The connection was lost before the answer came, and the code works once.{' '}
              <a href={loginAddress(username, nextUrl)}>Sign in with the new password</a>, or ask for a new code.
            </Trans>
          </p>
        </Notice>
      )}
      <form ref={formRef} onSubmit={submit} noValidate>
        <input type="email" autoComplete="username" value={username} readOnly hidden />
        {!isByLink && (
          <CodeField
            {...form.getInputProps('code')}
            kind="mailed"
            name="code"
            label={<Trans>Code from the email</Trans>}
            error={
              errorFor('code') ?? (isCodeWrong && t`This code is wrong, used or too old. Ask for a new one below.`)
            }
            autoFocus
          />
        )}
        <NewPasswordField
          name="newPassword"
          value={form.values.newPassword}
          onChange={(newPassword) => form.setFieldValue('newPassword', newPassword)}
          rules={rules}
          email={username}
          error={errorFor('newPassword') ?? otherError}
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
        <button type="button" className={styles.link} onClick={() => resend.mutate()} disabled={resend.isPending}>
          <Trans>Send a new code</Trans>
        </button>
        <a href={loginAddress(username, nextUrl)}>
          <Trans>Back to sign in</Trans>
        </a>
      </p>
    </AuthScreen>
  )
}
