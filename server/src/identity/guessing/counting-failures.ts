import { Problem, type ProblemCode } from '@lintel/contract/problems'
import type { Context } from '../../platform/context'
import type { IdentityServices } from '../identity-services'

/** Answers that tell a guesser that the guess was wrong. */
const wrongGuesses: ReadonlySet<ProblemCode> = new Set([
  'invalid_grant',
  'invalidCode',
  'invalidSession',
  'wrongPassword',
])

/**
 * Runs something that can be guessed at. It is counted against the client's address before it runs and given back when
 * it was no wrong guess, so that guessing in parallel does not help (security B2, B4).
 */
export async function countingFailures<T>(
  { rates }: IdentityServices,
  { origin, now }: Context,
  run: () => Promise<T>,
): Promise<T> {
  const giveBack = await rates.take('signIn', origin.ip, now)
  try {
    const result = await run()
    giveBack()
    return result
  } catch (error) {
    if (!(error instanceof Problem && wrongGuesses.has(error.code))) giveBack()
    throw error
  }
}
