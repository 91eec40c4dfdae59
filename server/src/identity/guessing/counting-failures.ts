import { Problem, type ProblemCode } from '@lintel/contract/problems'
import type { Context } from '../../platform/context'
import type { IdentityServices } from '../identity-services'
import { browserHashOf } from '../sessions/cookies'
import { callerOf } from './address-rates'

/** Answers that tell a guesser that the guess was wrong. */
const wrongGuesses: ReadonlySet<ProblemCode> = new Set([
  'invalid_grant',
  'invalidCode',
  'invalidSession',
  'passkeyRefused',
  'wrongPassword',
])

/** What an attempt may cost the address that it comes from. */
export interface Allowance {
  /** Has the address no attempt left? Then only a browser that the account knows goes on. */
  isSpent(): Promise<boolean>
  /**
   * To be told whether the account knows the browser, before what was given is looked at: then the address is not concerned,
   * and the attempt is within the browser's own budget (security B3, B4). Throws 429 for any other when the address has none left.
   */
  settle(isKnownBrowser: boolean): Promise<void>
}

/**
 * Runs something that can be guessed at. It is counted against the client's address before it runs (of somebody who is signed
 * in, against their session) and given back when it was no wrong guess, so that guessing in parallel does not help
 * (security B2, B4).
 */
export async function countingFailures<T>(
  { rates }: IdentityServices,
  context: Context,
  run: () => Promise<T>,
): Promise<T> {
  const giveBack = await rates.take('signIn', callerOf(context), context.now)
  return untilSettled(giveBack, run)
}

/** The same where it is only found out on the way whether the account knows the browser. */
export async function countingStrangers<T>(
  { rates }: IdentityServices,
  { origin, now, request, configuration }: Context,
  run: (allowance: Allowance) => Promise<T>,
): Promise<T> {
  const mayBeKnown = browserHashOf(request, configuration) !== null
  let giveBack: (() => void) | undefined
  const take = async () => {
    giveBack ??= await rates.take('signIn', origin.ip, now)
  }
  if (!mayBeKnown) await take()
  const allowance: Allowance = {
    isSpent: async () => mayBeKnown && (await rates.isSpent('signIn', origin.ip, now)),
    settle: async (isKnownBrowser) => {
      if (!isKnownBrowser) await take()
    },
  }
  return untilSettled(
    () => giveBack?.(),
    () => run(allowance),
  )
}

async function untilSettled<T>(giveBack: () => void, run: () => Promise<T>): Promise<T> {
  try {
    const result = await run()
    giveBack()
    return result
  } catch (error) {
    if (!(error instanceof Problem && wrongGuesses.has(error.code))) giveBack()
    throw error
  }
}
