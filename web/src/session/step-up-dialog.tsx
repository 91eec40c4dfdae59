import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { stepUp } from '@lintel/contract/identity/step-up'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { askWithAccessToken } from '../api/ask'
import { failedWith } from '../api/failure'
import { problemText } from '../api/problem-text'
import { Button } from '../ui/button'
import { CodeField } from '../ui/code-field'
import { Dialog } from '../ui/dialog'
import { Notice } from '../ui/notice'
import { PasswordField } from '../ui/password-field'
import { Spinner } from '../ui/spinner'
import { currentUser } from './current-user'
import { secondFactorStatus } from './second-factor-status'
import { beginSession } from './session'
import styles from './session-dialogs.module.css'
import { signInAgain } from './sign-in-again'
import { currentProofRequest, type ProofRequest, watchProofRequests } from './step-up'

/** Asks who is there to prove that it is them, whenever a call needs it (security G9): one dialog for all calls. */
export function StepUpDialog() {
  const request = useSyncExternalStore(watchProofRequests, currentProofRequest)
  return request ? <Question request={request} /> : null
}

function Question({ request }: { request: ProofRequest }) {
  const { t } = useMacro()
  const { data: user, isPending } = useQuery(currentUser)
  const decline = () => request.answer(false)
  return (
    <Dialog label={t`Confirm that it is you`} onClose={decline}>
      <h2>
        <Trans>Confirm that it is you</Trans>
      </h2>
      {isPending && <Spinner />}
      {user?.method === 'password' && (
        <ByOwnProof email={user.email} onProved={() => request.answer(true)} onDecline={decline} />
      )}
      {!isPending && user?.method !== 'password' && <BySigningInAgain onDecline={decline} />}
    </Dialog>
  )
}

interface ByOwnProofProps {
  email: string
  onProved(): void
  onDecline(): void
}

function ByOwnProof({ email, onProved, onDecline }: ByOwnProofProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const [byCode, setByCode] = useState(false)
  const [isEmpty, setEmpty] = useState(false)
  const { data: factor } = useQuery(secondFactorStatus)
  const prove = useMutation({
    mutationFn: (typed: string) => askWithAccessToken(stepUp, byCode ? { code: typed } : { password: typed }),
    onSuccess: (tokens) => {
      beginSession(tokens)
      onProved()
    },
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = String(new FormData(event.currentTarget).get('proof'))
    const typed = byCode ? given.trim() : given
    setEmpty(typed === '')
    if (typed === '') event.currentTarget.querySelector<HTMLInputElement>('[name=proof]')?.focus()
    else prove.mutate(typed)
  }

  const isCodeWrong = failedWith(prove.error, 'invalidCode')
  const isPasswordWrong = failedWith(prove.error, 'wrongPassword')
  const isElsewhere = prove.error && !isCodeWrong && !isPasswordWrong
  return (
    <form className={styles.form} onSubmit={submit} onChange={() => prove.reset()} noValidate>
      <p>
        <Trans>What you are about to do changes who can get in. It is a while since you signed in.</Trans>
      </p>
      {isElsewhere && <Notice kind="problem" title={i18n._(problemText(prove.error))} />}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {byCode ? (
        <CodeField
          name="proof"
          label={<Trans>Verification code</Trans>}
          error={
            isCodeWrong
              ? t`This code is not valid. Each code works once and only for a short time.`
              : isEmpty && t`Enter the code.`
          }
          autoFocus
        />
      ) : (
        <PasswordField
          name="proof"
          label={<Trans>Password</Trans>}
          error={isPasswordWrong ? t`This is not your password.` : isEmpty && t`Enter your password.`}
          autoComplete="current-password"
          autoFocus
          required
        />
      )}
      {factor?.status === 'enabled' && (
        <button
          type="button"
          className={styles.other}
          onClick={() => {
            prove.reset()
            setEmpty(false)
            setByCode(!byCode)
          }}
        >
          {byCode ? <Trans>Use the password instead</Trans> : <Trans>Use a verification code instead</Trans>}
        </button>
      )}
      <div className={styles.answers}>
        <Button onClick={onDecline}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" kind="primary" busy={prove.isPending}>
          <Trans>Confirm</Trans>
        </Button>
      </div>
    </form>
  )
}

/** Somebody a provider vouches for has nothing here to prove it with: they sign in there once more. */
function BySigningInAgain({ onDecline }: { onDecline(): void }) {
  return (
    <>
      <p className={styles.words}>
        <Trans>
          What you are about to do changes who can get in. Sign in once more at your provider; you come back here.
        </Trans>
      </p>
      <div className={styles.answers}>
        <Button onClick={onDecline}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="primary" onClick={signInAgain} data-autofocus>
          <Trans>Sign in again</Trans>
        </Button>
      </div>
    </>
  )
}
