import type { BegunProviderTest, ProviderTestResult } from '@lintel/contract/identity/provider-tests'
import { useEffect, useState } from 'react'
import type { TestReturn } from '../../session/provider-return'
import { hearTests, tellTest } from './test-channel'

type Begun = NonNullable<BegunProviderTest['begun']>

/** What goes back to the server with what the window brought. */
export interface BroughtBack {
  ticket: string
  code?: string
  iss?: string
  error?: string
  errorDescription?: string
}

export interface ProviderTestCalls {
  begin(): Promise<BegunProviderTest>
  end(brought: BroughtBack): Promise<ProviderTestResult>
}

type TestStep =
  | { at: 'idle' | 'beginning' }
  | { at: 'away'; begun: Begun }
  | { at: 'done'; result: ProviderTestResult }
  | { at: 'failed'; error: Error }

/** A test sign-in in a window of its own, seen from the page that opens it and ends it with its own right. */
export function useProviderTest({ begin, end }: ProviderTestCalls) {
  const [step, setStep] = useState<TestStep>({ at: 'idle' })
  const begun = step.at === 'away' ? step.begun : undefined

  // The window is another page: it tells by a channel what it came back with.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one listener a test, whatever is drawn again
  useEffect(() => {
    if (!begun) return
    const { state, ticket } = begun
    return hearTests((message) => {
      if (message.kind === 'returned' && message.returned.state === state)
        void endedStep(end, ticket, message.returned).then(setStep)
    })
  }, [begun])

  /** Opens the window at once, as browsers want it of a click, and sends it away when it is known where to. */
  async function start() {
    const opened = window.open('', '_blank', 'popup,width=560,height=760')
    setStep({ at: 'beginning' })
    setStep(await begunStep(begin, opened))
  }

  return { step, start }
}

async function begunStep(begin: ProviderTestCalls['begin'], opened: Window | null): Promise<TestStep> {
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

/** Redeems what the window brought, and tells the window what came of it. */
async function endedStep(
  end: ProviderTestCalls['end'],
  ticket: string,
  { state, code, iss, error, errorDescription }: TestReturn,
): Promise<TestStep> {
  try {
    const result = await end({ ticket, ...given({ code, iss, error, errorDescription }) })
    tellTest({ kind: 'result', state, result })
    return { at: 'done', result }
  } catch (fault) {
    return { at: 'failed', error: fault as Error }
  }
}

const given = (brought: Record<string, string | undefined>): Omit<BroughtBack, 'ticket'> =>
  Object.fromEntries(Object.entries(brought).filter(([, value]) => value !== undefined))
