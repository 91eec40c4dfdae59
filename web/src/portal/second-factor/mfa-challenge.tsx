import { Trans, useLingui } from '@lingui/react/macro'
import { verifyMfa } from '@lintel/contract/identity/mfa'
import type { Tokens } from '@lintel/contract/identity/tokens'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../api/call-api'
import { CallFailure, failedWith } from '../../api/failure'
import { useIsLeft } from '../../api/form/use-is-left'
import { ProblemNotice } from '../../api/problem-notice'
import { useSave } from '../../api/use-save'
import { installation } from '../../session/installation'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { Button, buttonClass } from '../../ui/button'
import { CodeField } from '../../ui/code-field'
import { focusFirstInvalid } from '../../ui/focus-first-invalid'
import styles from './second-factor.module.css'

interface MfaChallengeProps {
  username: string
  /** The challenge's session ticket; undefined after a reload, when it is in the browser's cookie. */
  session: string | undefined
  onVerified(tokens: Tokens): void
  /** Returns to the sign-in page. */
  onCancel(): void
}

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function MfaChallenge({ username, session, onVerified, onCancel }: MfaChallengeProps) {
  const { t } = useLingui()
  const [isRecovering, setRecovering] = useState(false)
  const isLeft = useIsLeft()
  const verify = useSave({
    work: (code: string) =>
      callApi(verifyMfa, { anonymous: true, body: { ...(session !== undefined && { session }), username, code } }),
    handlesError: () => !isLeft(),
  })
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code.trim() === '' ? 'required' : null) },
    onValuesChange: () => verify.reset(),
  })
  const submit = form.onSubmit(
    ({ code }) =>
      verify.mutate(code.trim(), {
        onSuccess: onVerified,
        onError: () => form.getInputNode('code')?.focus(),
      }),
    focusFirstInvalid,
  )

  // Opened by a bookmark: there is nothing that a code could complete.
  const hasNoChallenge = username === '' && session === undefined
  if (hasNoChallenge || isChallengeExpired(verify.error)) return <ChallengeExpired onCancel={onCancel} />
  const isCodeWrong = failedWith(verify.error, 'invalidCode')
  const emptyError = form.errors.code && t`Enter the code.`
  return (
    <AuthScreen title={isRecovering ? t`Use a recovery code` : t`Two-step verification`}>
      <p>
        {isRecovering ? (
          <Trans>Enter one of the recovery codes that you saved for {username}. Each works once.</Trans>
        ) : (
          <Trans>Enter the code that your authenticator app shows for {username}.</Trans>
        )}
      </p>
      <form onSubmit={submit} noValidate>
        {verify.error && !isCodeWrong && <ProblemNotice error={verify.error} />}
        <CodeField
          {...form.getInputProps('code')}
          // A separate field for each kind, so that switching moves the focus and clears the value.
          key={String(isRecovering)}
          kind={isRecovering ? 'recovery' : 'digits'}
          name="code"
          label={isRecovering ? <Trans>Recovery code</Trans> : <Trans>Verification code</Trans>}
          error={isCodeWrong ? t`This code is not valid. Each code works once and only for a short time.` : emptyError}
          autoFocus
        />
        <AuthActions>
          <Button type="submit" kind="primary" wide busy={verify.isPending}>
            <Trans>Sign in</Trans>
          </Button>
          <Button kind="quiet" wide onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        </AuthActions>
      </form>
      <p className={styles.switchMethod}>
        <button
          type="button"
          className={styles.link}
          onClick={() => {
            form.reset()
            verify.reset()
            setRecovering(!isRecovering)
          }}
        >
          {isRecovering ? (
            <Trans>Use the authenticator app instead</Trans>
          ) : (
            <Trans>No access to the app? Use a recovery code</Trans>
          )}
        </button>
      </p>
      {isRecovering && <LostCodesHelp />}
    </AuthScreen>
  )
}

/** Users who have lost their recovery codes as well get help from staff (decision 270). */
function LostCodesHelp() {
  const { data: config } = useQuery(installation)
  if (!config) return null
  const { supportMail } = config.record
  return (
    <p>
      {supportMail === undefined ? (
        <Trans>No recovery code either? Ask your system administrator.</Trans>
      ) : (
        <Trans>
          No recovery code either? Write to <a href={`mailto:${supportMail}`}>{supportMail}</a>.
        </Trans>
      )}
    </p>
  )
}

/** Not a wrong code but the end of the challenge: expired, too many attempts, or another browser (account-portal chapter 8). */
const isChallengeExpired = (error: unknown): boolean => error instanceof CallFailure && error.status === 401

function ChallengeExpired({ onCancel }: { onCancel(): void }) {
  const { t } = useLingui()
  return (
    <AuthScreen title={t`This sign-in attempt has ended`} focusesHeading>
      <p>
        <Trans>It took too long, or too many codes were wrong. Begin again with your password.</Trans>
      </p>
      <AuthActions>
        <button type="button" className={buttonClass({ kind: 'primary', wide: true })} onClick={onCancel}>
          <Trans>Back to sign in</Trans>
        </button>
      </AuthActions>
    </AuthScreen>
  )
}
