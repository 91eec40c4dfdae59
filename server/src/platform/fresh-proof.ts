import { freshProofMs } from '@lintel/contract/identity/step-up'
import { isSignedIn } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Context } from './context'

/** Tolerated clock difference between servers, in milliseconds: a proof may appear to be this far in the future. */
const skewMs = 30_000

/** The instant assumed for a proof of unknown time: so long before `now` that it is not fresh by any clock. */
export const unknownProofAt = (now: number): number => now - freshProofMs - 2 * skewMs

/**
 * Throws 403 `stepUpRequired` unless the person proved their identity within ten minutes (security G9). Routes declare
 * it as `freshProof`; this is for conditions known only after reading data. A proof from the future is invalid, because
 * the clock jumped back (security K7).
 */
export function requireFreshProof({ actor, now }: Pick<Context, 'actor' | 'now'>): void {
  if (!isSignedIn(actor)) throw new Problem('notSignedIn')
  const age = now - Date.parse(actor.provedAt)
  if (age > freshProofMs || age < -skewMs) throw new Problem('stepUpRequired')
}
