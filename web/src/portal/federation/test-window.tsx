import { Trans, useLingui } from '@lingui/react/macro'
import type { ProviderTestResult } from '@lintel/contract/identity/provider-tests'
import { useEffect, useState } from 'react'
import type { TestReturn } from '../../session/provider-return'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { hearTests, tellTest } from '../../shell/provider-test/test-channel'
import { TestOutcome } from '../../shell/provider-test/test-outcome'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Spinner } from '../../ui/spinner'

/** Nobody answers any more after this long, in milliseconds: longer than the server asks a provider. */
const patienceMs = 20_000

/** The end of a test sign-in, in the window that came back from the provider: for whoever tests. It has no right of its own. */
export function TestWindow({ returned }: { returned: TestReturn }) {
  const { t } = useLingui()
  const [result, setResult] = useState<ProviderTestResult>()
  const [isAlone, setAlone] = useState(false)

  // The page that opened this window redeems what it brought, and tells what came of it.
  useEffect(() => {
    const stop = hearTests(
      (message) => message.kind === 'result' && message.state === returned.state && setResult(message.result),
    )
    tellTest({ kind: 'returned', returned })
    const waiting = setTimeout(() => setAlone(true), patienceMs)
    return () => {
      clearTimeout(waiting)
      stop()
    }
  }, [returned])

  return (
    <AuthScreen title={t`Test sign-in`} focusesHeading>
      {result ? (
        <TestOutcome result={result} />
      ) : isAlone ? (
        <Notice kind="problem" title={t`The page from which this test was begun is no longer open`}>
          <p>
            <Trans>Open it again and begin the test there.</Trans>
          </p>
        </Notice>
      ) : (
        <>
          <p role="status">
            <Trans>One moment.</Trans>
          </p>
          <Spinner />
        </>
      )}
      <AuthActions>
        <Button wide onClick={() => window.close()}>
          <Trans>Close</Trans>
        </Button>
      </AuthActions>
    </AuthScreen>
  )
}
