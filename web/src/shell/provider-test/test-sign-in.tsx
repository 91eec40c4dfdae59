import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ProblemNotice } from '../../api/problem-notice'
import { Button } from '../../ui/button'
import { TestOutcome } from './test-outcome'
import { type ProviderTestCalls, useProviderTest } from './use-provider-test'

interface TestSignInProps extends ProviderTestCalls {
  /** Unsaved changes must be saved first, since stored settings are tested. */
  isDisabled: boolean
  /** Explains why it is disabled. */
  children?: ReactNode
}

/** The button that opens a test sign-in, and the result of the last test. */
export function TestSignIn({ isDisabled, children, ...calls }: TestSignInProps) {
  const { step, start } = useProviderTest(calls)
  return (
    <>
      <div>
        <Button disabled={isDisabled} busy={step.at === 'beginning'} onClick={start}>
          <Trans>Test sign-in</Trans>
        </Button>
      </div>
      {children}
      <div role="status">
        {step.at === 'away' && (
          <p>
            <Trans>Sign in at the provider in the window that has opened.</Trans>{' '}
            <a href={step.begun.address} target="_blank" rel="noreferrer">
              <Trans>No window? Open it here.</Trans>
            </a>
          </p>
        )}
      </div>
      {step.at === 'done' && <TestOutcome result={step.result} />}
      {step.at === 'failed' && <ProblemNotice error={step.error} />}
    </>
  )
}
