import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { Loaded } from '../api/form/loaded'
import { ProblemNotice } from '../api/problem-notice'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { DialogActions } from '../ui/dialog-actions'
import { FormActions } from '../ui/form-actions'
import { PasswordField } from '../ui/password-field'
import { Spinner } from '../ui/spinner'
import { currentUser } from './current-user'
import { myPasskeys } from './my-passkeys'
import { supportsPasskeys } from './passkey-support'
import { ProofCodeField } from './proof-code-field'
import { proveAtProvider } from './prove-at-provider'
import { secondFactorStatus } from './second-factor-status'
import styles from './session-dialogs.module.css'
import { currentProofRequest, type ProofRequest, watchProofRequests } from './step-up'
import { usePasskeyProof } from './use-passkey-proof'
import { type ProofKind, proofField, useProof } from './use-proof'

/** The proofs of identity that can be offered. */
type ProofMethod = 'passkey' | ProofKind

const switchLabels: Readonly<Record<ProofMethod, MessageDescriptor>> = {
  passkey: msg`Use a passkey instead`,
  password: msg`Use the password instead`,
  code: msg`Use a verification code instead`,
}

/** Asks for a proof of identity whenever a call needs it (security G9): one dialog for all calls. */
export function StepUpDialog() {
  const request = useSyncExternalStore(watchProofRequests, currentProofRequest)
  return request ? <Question request={request} /> : null
}

function Question({ request }: { request: ProofRequest }) {
  const { t } = useLingui()
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
            <ByOwnProof by={request.by} email={email} onProved={() => request.answer(true)} onDecline={decline} />
          ) : (
            <ByNewSignIn onDecline={decline} />
          )
        }
      </Loaded>
      {!user && error && <FormActions onCancel={decline} />}
    </Dialog>
  )
}

interface ByOwnProofProps {
  /** See {@link ProofRequest}. */
  by: ProofRequest['by']
  email: string
  onProved(): void
  onDecline(): void
}

/**
 * Offers the strongest proof first: a passkey, which needs no typing, then the code. Changes of second factors accept nothing else from
 * whoever has one.
 */
function ByOwnProof(props: ByOwnProofProps) {
  const { by: required, onDecline } = props
  const asks = required === undefined
  const { data: own, isLoading } = useQuery({ ...myPasskeys, enabled: asks && supportsPasskeys() })
  const { data: factor, isLoading: isLoadingFactor } = useQuery({ ...secondFactorStatus, enabled: asks })
  const [chosen, setChosen] = useState<ProofMethod>()
  if (isLoading || isLoadingFactor) return <Spinner />
  const has: Readonly<Record<ProofMethod, boolean>> = {
    passkey: required
      ? required.includes('passkey') && supportsPasskeys()
      : own !== undefined && own.passkeys.length > 0,
    code: required ? required.includes('code') : factor?.status === 'enabled',
    password: asks,
  }
  const methods = (['passkey', 'code', 'password'] as const).filter((method) => has[method])
  const by = chosen ?? methods[0]
  if (by === undefined) return <PasskeyUnavailable onDecline={onDecline} />
  const others = <OtherMethods methods={methods.filter((method) => method !== by)} onChoose={setChosen} />
  return by === 'passkey' ? (
    <ByPasskey {...props}>{others}</ByPasskey>
  ) : (
    <ByTyping key={by} {...props} kind={by}>
      {others}
    </ByTyping>
  )
}

/** Only a passkey would be accepted, and this browser does not support passkeys. */
function PasskeyUnavailable({ onDecline }: Pick<ByOwnProofProps, 'onDecline'>) {
  return (
    <>
      <p className={styles.words}>
        <Trans>Only one of your passkeys can confirm this. Do it on a device that has one.</Trans>
      </p>
      <DialogActions className={styles.answers}>
        <Button onClick={onDecline} data-autofocus>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </>
  )
}

function OtherMethods({ methods, onChoose }: { methods: readonly ProofMethod[]; onChoose(method: ProofMethod): void }) {
  const { i18n } = useLingui()
  return methods.map((method) => (
    <button key={method} type="button" className={styles.other} onClick={() => onChoose(method)}>
      {i18n._(switchLabels[method])}
    </button>
  ))
}

/** Explains why the proof is requested. */
const Reason = ({ by }: Pick<ByOwnProofProps, 'by'>) => (
  <p>
    {by ? (
      <Trans>
        What you are about to do changes your two-step verification or passkeys. The password alone does not confirm it.
      </Trans>
    ) : (
      <Trans>What you are about to do changes who can sign in. It has been a while since you signed in.</Trans>
    )}
  </p>
)

type ProofMethodProps = ByOwnProofProps & { children: ReactNode }

function ByPasskey({ by, onProved, onDecline, children }: ProofMethodProps) {
  const proof = usePasskeyProof(onProved)
  return (
    <div className={styles.form}>
      <Reason by={by} />
      {proof.failure != null && <ProblemNotice error={proof.failure} />}
      {children}
      <DialogActions className={styles.answers}>
        <Button onClick={onDecline}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="primary" busy={proof.isPending} onClick={proof.ask} data-autofocus>
          <Trans>Use a passkey</Trans>
        </Button>
      </DialogActions>
    </div>
  )
}

function ByTyping({ by, kind, email, onProved, onDecline, children }: ProofMethodProps & { kind: ProofKind }) {
  const { t } = useLingui()
  const proof = useProof(kind, onProved)
  return (
    <form className={styles.form} onSubmit={proof.submit} onChange={proof.reset} noValidate>
      <Reason by={by} />
      {proof.failure != null && <ProblemNotice error={proof.failure} />}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {kind === 'code' ? (
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
      {children}
      <DialogActions className={styles.answers}>
        <Button onClick={onDecline}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" kind="primary" busy={proof.isPending}>
          <Trans>Confirm</Trans>
        </Button>
      </DialogActions>
    </form>
  )
}

/** Federated users have no proof here: they sign in at their provider again. */
function ByNewSignIn({ onDecline }: { onDecline(): void }) {
  return (
    <>
      <p className={styles.words}>
        <Trans>
          What you are about to do changes who can sign in. Sign in once more at your provider; you come back here.
        </Trans>
      </p>
      <DialogActions className={styles.answers}>
        <Button onClick={onDecline}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="primary" onClick={proveAtProvider} data-autofocus>
          <Trans>Sign in again</Trans>
        </Button>
      </DialogActions>
    </>
  )
}
