import { Problem, type ProblemCode } from '@lintel/contract/problems'
import type { Context } from '../../platform/context'
import type { IdentityServices } from '../identity-services'
import { browserHashOf } from '../sessions/cookies'
import { callerOf } from './caller-rates'

/** Problem codes that mean a wrong guess. */
const wrongGuessCodes: ReadonlySet<ProblemCode> = new Set([
  'invalid_grant',
  'invalidCode',
  'invalidSession',
  'passkeyRefused',
  'wrongPassword',
])

/** The remaining attempts of the client address. */
export interface Allowance {
  /** Whether the address has no attempts left; then only a browser known to the account may continue. */
  isExhausted(): Promise<boolean>
  /**
   * Must be called before the credential is verified. A browser known to the account is not counted against the address but has
   * its own counter (security B3, B4). Throws 429 for any other browser when the address has no attempts left.
   */
  resolveBrowser(isKnownBrowser: boolean): Promise<void>
}

/**
 * Counts an attempt against the client address (or the session of a signed-in person) before `run`, and refunds it unless the
 * guess was wrong, so that parallel guessing does not help (security B2, B4).
 */
export async function withFailureLimit<T>(
  { rates }: IdentityServices,
  context: Context,
  run: () => Promise<T>,
): Promise<T> {
  const refund = await rates.consume('signIn', callerOf(context), context.now)
  return refundUnlessWrong(refund, run)
}

/** The same for calls that find out while running whether the account knows the browser. */
export async function withUnknownBrowserLimit<T>(
  { rates }: IdentityServices,
  { origin, now, request, configuration }: Context,
  run: (allowance: Allowance) => Promise<T>,
): Promise<T> {
  const mayBeKnown = browserHashOf(request, configuration) !== null
  let refund: (() => void) | undefined
  const consume = async () => {
    refund ??= await rates.consume('signIn', origin.ip, now)
  }
  if (!mayBeKnown) await consume()
  const allowance: Allowance = {
    isExhausted: async () => mayBeKnown && (await rates.isExhausted('signIn', origin.ip, now)),
    resolveBrowser: async (isKnownBrowser) => {
      if (!isKnownBrowser) await consume()
    },
  }
  return refundUnlessWrong(
    () => refund?.(),
    () => run(allowance),
  )
}

async function refundUnlessWrong<T>(refund: () => void, run: () => Promise<T>): Promise<T> {
  try {
    const result = await run()
    refund()
    return result
  } catch (error) {
    if (!(error instanceof Problem && wrongGuessCodes.has(error.code))) refund()
    throw error
  }
}
