import { Trans } from '@lingui/react/macro'
import { ssoProviders } from '@lintel/contract/customers/providers'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { LoadError } from '../api/load-error'
import { ProblemNotice } from '../api/problem-notice'
import { all } from '../api/resource'
import { currentUser } from '../session/current-user'
import { ProofCodeField } from '../session/proof-code-field'
import { replaceSession } from '../session/replace-session'
import { secondFactorStatus } from '../session/second-factor-status'
import { signInAgain } from '../session/sign-in-again'
import { useProof } from '../session/use-proof'
import { Button, buttonClass } from '../ui/button'
import { Spinner } from '../ui/spinner'
import { type LoginStep, loginSteps } from './login-steps'
import { MessageScreen } from './message-screen'
import styles from './other-sign-in.module.css'

/** Names of providers; loaded once and cached, as on the console's screens. */
const allProviders = { ...all(ssoProviders), staleTime: Number.POSITIVE_INFINITY }

/** The resource requires another login method than the session's: steps that lead to one, and back here. */
export function OtherSignIn({ methods }: { methods: readonly string[] }) {
  const { data: user, error: userError } = useQuery(currentUser)
  const { data: factor, error: factorError } = useQuery(secondFactorStatus)
  const error = userError ?? factorError
  const steps = user && factor && loginSteps(methods, user, factor)
  return (
    <MessageScreen title={<Trans>Another sign-in is needed</Trans>}>
      <p>
        <Trans>You have access, but not with the login method you used.</Trans>
      </p>
      {!steps && (error ? <LoadError error={error} /> : <Spinner />)}
      {steps?.length === 0 && (
        <p>
          <Trans>No login method of this installation opens it. Ask an administrator.</Trans>
        </p>
      )}
      <div className={styles.ways}>
        {steps?.map((step) => (
          <LoginStepAction key={step.step === 'provider' ? step.provider : step.step} step={step} />
        ))}
        <a href="/" className={buttonClass()}>
          <Trans>All projects</Trans>
        </a>
      </div>
    </MessageScreen>
  )
}

const currentPath = () => `${location.pathname}${location.search}`

function LoginStepAction({ step }: { step: LoginStep }) {
  switch (step.step) {
    case 'provider':
      return <ProviderSignIn id={step.provider} />
    case 'giveCode':
      return <SecondFactorForm />
    case 'setUpFactor':
      return (
        <Link to="/mfa-setup" search={{ 'next-url': currentPath() }} className={buttonClass({ kind: 'primary' })}>
          <Trans>Set up two-step verification</Trans>
        </Link>
      )
    case 'password':
      return (
        <Button kind="primary" onClick={signInAgain}>
          <Trans>Sign in with email and password</Trans>
        </Button>
      )
  }
}

function ProviderSignIn({ id }: { id: string }) {
  const { data: providers } = useQuery(allProviders)
  const name = providers?.records.find((provider) => provider.id === id)?.name ?? id
  return (
    <Button kind="primary" onClick={() => replaceSession({ provider: id, name, intent: 'replace' })}>
      <Trans>Sign in with {name}</Trans>
    </Button>
  )
}

/** Elevates the session by the code of the second factor, then reloads what was refused. */
function SecondFactorForm() {
  const router = useRouter()
  const queries = useQueryClient()
  const proof = useProof('code', async () => {
    await queries.invalidateQueries()
    await router.invalidate()
  })
  return (
    <form className={styles.form} onSubmit={proof.submit} onChange={proof.reset} noValidate>
      {proof.failure != null && <ProblemNotice error={proof.failure} />}
      <ProofCodeField proof={proof} />
      <div>
        <Button type="submit" kind="primary" busy={proof.isPending}>
          <Trans>Confirm</Trans>
        </Button>
      </div>
    </form>
  )
}
