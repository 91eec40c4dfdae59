import { Trans, useLingui } from '@lingui/react/macro'
import { verifyMfa } from '@lintel/contract/identity/mfa'
import type { Tokens } from '@lintel/contract/identity/tokens'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/ask'
import { CallFailure, failedWith } from '../../api/failure'
import { ProblemNotice } from '../../api/problem-notice'
import { installation } from '../../session/installation'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { Button, buttonClass } from '../../ui/button'
import { CodeField } from '../../ui/code-field'
import { toFirstWrong } from '../../ui/to-first-wrong'
import styles from './second-factor.module.css'

interface MfaChallengeProps {
  username: string
  /** The ticket of the challenge; undefined after a reload: the browser's cookie has it. */
  session: string | undefined
  onVerified(tokens: Tokens): void
  /** Leaves for the sign-in page. */
  onGiveUp(): void
}

/** The second step of a sign-in: a code of the app, or one of the recovery codes. */
export function MfaChallenge({ username, session, onVerified, onGiveUp }: MfaChallengeProps) {
  const { t } = useLingui()
  const [isRecovering, setRecovering] = useState(false)
  const verify = useMutation({
    mutationFn: (code: string) =>
      ask(verifyMfa, { anonymous: true, body: { ...(session !== undefined && { session }), username, code } }),
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
    toFirstWrong,
  )

  if (isOver(verify.error)) return <ChallengeOver onGiveUp={onGiveUp} />
  const isCodeWrong = failedWith(verify.error, 'invalidCode')
  const empty = form.errors.code && t`Enter the code.`
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
          // A field of its own for each kind: the other one takes the focus, and what was filled in goes.
          key={String(isRecovering)}
          kind={isRecovering ? 'recovery' : 'digits'}
          name="code"
          label={isRecovering ? <Trans>Recovery code</Trans> : <Trans>Verification code</Trans>}
          error={isCodeWrong ? t`This code is not valid. Each code works once and only for a short time.` : empty}
          autoFocus
        />
        <AuthActions>
          <Button type="submit" kind="primary" wide busy={verify.isPending}>
            <Trans>Sign in</Trans>
          </Button>
          <Button kind="quiet" wide onClick={onGiveUp}>
            <Trans>Cancel</Trans>
          </Button>
        </AuthActions>
      </form>
      <p className={styles.otherWay}>
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
      {isRecovering && <NoCodeLeft />}
    </AuthScreen>
  )
}

/** Whoever has lost the recovery codes as well is helped by staff (decision 270). */
function NoCodeLeft() {
  const { data: here } = useQuery(installation)
  if (!here) return null
  const { supportMail } = here.record
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

/** Not a wrong code but the end of the attempt: too late, too many codes, another browser (account-portal chapter 8). */
const isOver = (error: unknown): boolean => error instanceof CallFailure && error.status === 401

function ChallengeOver({ onGiveUp }: { onGiveUp(): void }) {
  const { t } = useLingui()
  return (
    <AuthScreen title={t`This sign-in attempt has ended`} focusesHeading>
      <p>
        <Trans>It took too long, or too many codes were wrong. Begin again with your password.</Trans>
      </p>
      <AuthActions>
        <button type="button" className={buttonClass({ kind: 'primary', wide: true })} onClick={onGiveUp}>
          <Trans>Back to sign in</Trans>
        </button>
      </AuthActions>
    </AuthScreen>
  )
}
