import { Trans, useLingui } from '@lingui/react/macro'
import type { ProviderTestResult } from '@lintel/contract/identity/provider-tests'
import { useEffect, useState } from 'react'
import type { TestReturn } from '../../session/provider-return'
import { AuthActions, AuthScreen } from '../../shell/auth-screen'
import { listenForTests, postTestMessage } from '../../shell/provider-test/test-channel'
import { TestOutcome } from '../../shell/provider-test/test-outcome'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Spinner } from '../../ui/spinner'

/** How long to wait for the result, in milliseconds; longer than the server's timeout for a provider. */
const resultTimeoutMs = 20_000

/** The end of a test sign-in, in the window that the provider redirected back. It has no credentials of its own. */
export function TestWindow({ returned }: { returned: TestReturn }) {
  const { t } = useLingui()
  const [result, setResult] = useState<ProviderTestResult>()
  const [hasTimedOut, setTimedOut] = useState(false)

  // The page that opened this window redeems the callback and posts the result back.
  useEffect(() => {
    const stopListening = listenForTests(
      (message) => message.kind === 'result' && message.state === returned.state && setResult(message.result),
    )
    postTestMessage({ kind: 'returned', returned })
    const timeout = setTimeout(() => setTimedOut(true), resultTimeoutMs)
    return () => {
      clearTimeout(timeout)
      stopListening()
    }
  }, [returned])

  return (
    <AuthScreen title={t`Test sign-in`} focusesHeading>
      {result ? (
        <TestOutcome result={result} />
      ) : hasTimedOut ? (
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
