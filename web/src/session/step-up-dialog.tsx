import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { Loaded } from '../api/form/loaded'
import { problemText } from '../api/problem-text'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { FormActions } from '../ui/form-actions'
import { Notice } from '../ui/notice'
import { PasswordField } from '../ui/password-field'
import { currentUser } from './current-user'
import { ProofCodeField } from './proof-code-field'
import { ProveByPasskey } from './prove-by-passkey'
import { secondFactorStatus } from './second-factor-status'
import styles from './session-dialogs.module.css'
import { signInAgain } from './sign-in-again'
import { currentProofRequest, type ProofRequest, watchProofRequests } from './step-up'
import { proofField, useProof } from './use-proof'

/** Asks who is there to prove that it is them, whenever a call needs it (security G9): one dialog for all calls. */
export function StepUpDialog() {
  const request = useSyncExternalStore(watchProofRequests, currentProofRequest)
  return request ? <Question request={request} /> : null
}

function Question({ request }: { request: ProofRequest }) {
  const { t } = useMacro()
  const { data: user, error } = useQuery(currentUser)
  const decline = () => request.answer(false)
  return (
    <Dialog label={t`Confirm that it is you`} onClose={decline}>
      <h2>
        <Trans>Confirm that it is you</Trans>
      </h2>
      <Loaded data={user} error={error} what={t`Account`} rows={2}>
        {({ method, email }) =>
          method === 'password' ? (
            <ByOwnProof email={email} onProved={() => request.answer(true)} onDecline={decline} />
          ) : (
            <BySigningInAgain onDecline={decline} />
          )
        }
      </Loaded>
      {!user && error && <FormActions onCancel={decline} />}
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
  const { data: factor } = useQuery(secondFactorStatus)
  const proof = useProof(byCode ? 'code' : 'password', onProved)
  return (
    <form className={styles.form} onSubmit={proof.submit} onChange={proof.reset} noValidate>
      <p>
        <Trans>What you are about to do changes who can sign in. It has been a while since you signed in.</Trans>
      </p>
      {proof.failure != null && <Notice kind="problem" title={i18n._(problemText(proof.failure))} />}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {byCode ? (
        <ProofCodeField proof={proof} />
      ) : (
        <PasswordField
          name={proofField}
          label={<Trans>Password</Trans>}
          error={proof.isWrong ? t`This is not your password.` : proof.isEmpty && t`Enter your password.`}
          autoComplete="current-password"
          autoFocus
          required
        />
      )}
      <ProveByPasskey onProved={onProved} />
      {factor?.status === 'enabled' && (
        <button
          type="button"
          className={styles.other}
          onClick={() => {
            proof.reset()
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
        <Button type="submit" kind="primary" busy={proof.isPending}>
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
          What you are about to do changes who can sign in. Sign in once more at your provider; you come back here.
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
