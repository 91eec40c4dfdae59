import type { ProviderTestResult, StartedProviderTest } from '@lintel/contract/identity/provider-tests'
import { useEffect, useState } from 'react'
import type { TestReturn } from '../../session/provider-return'
import { listenForTests, postTestMessage } from './test-channel'

type StartedTest = NonNullable<StartedProviderTest['begun']>

/** Parameters sent to the server when the window has returned. */
export interface ReturnParameters {
  ticket: string
  code?: string
  iss?: string
  error?: string
  errorDescription?: string
}

export interface ProviderTestCalls {
  begin(): Promise<StartedProviderTest>
  end(parameters: ReturnParameters): Promise<ProviderTestResult>
}

type TestStep =
  | { at: 'idle' | 'beginning' }
  | { at: 'away'; begun: StartedTest }
  | { at: 'done'; result: ProviderTestResult }
  | { at: 'failed'; error: Error }

/** A test sign-in in a separate window, from the page that opens it and completes it with its own permission. */
export function useProviderTest({ begin, end }: ProviderTestCalls) {
  const [step, setStep] = useState<TestStep>({ at: 'idle' })
  const begun = step.at === 'away' ? step.begun : undefined

  // The window reports its return parameters by a channel.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one listener a test, whatever is drawn again
  useEffect(() => {
    if (!begun) return
    const { state, ticket } = begun
    return listenForTests((message) => {
      if (message.kind === 'returned' && message.returned.state === state)
        void endStep(end, ticket, message.returned).then(setStep)
    })
  }, [begun])

  /** Opens the window synchronously, as popup blockers require, and navigates it once the address is known. */
  async function start() {
    const opened = window.open('', '_blank', 'popup,width=560,height=760')
    setStep({ at: 'beginning' })
    setStep(await beginStep(begin, opened))
  }

  return { step, start }
}

async function beginStep(begin: ProviderTestCalls['begin'], opened: Window | null): Promise<TestStep> {
  try {
    const { begun, trouble } = await begin()
    if (begun) {
      opened?.location.replace(begun.address)
      return { at: 'away', begun }
    }
    opened?.close()
    return { at: 'done', result: { trouble, person: null, signIn: null } }
  } catch (error) {
    opened?.close()
    return { at: 'failed', error: error as Error }
  }
}

/** Completes the test with the return parameters, and sends the result to the window. */
async function endStep(
  end: ProviderTestCalls['end'],
  ticket: string,
  { state, code, iss, error, errorDescription }: TestReturn,
): Promise<TestStep> {
  try {
    const result = await end({ ticket, ...definedOnly({ code, iss, error, errorDescription }) })
    postTestMessage({ kind: 'result', state, result })
    return { at: 'done', result }
  } catch (fault) {
    return { at: 'failed', error: fault as Error }
  }
}

const definedOnly = (parameters: Record<string, string | undefined>): Omit<ReturnParameters, 'ticket'> =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined))
