import { freshProofMs } from '@lintel/contract/identity/step-up'
import { isSignedIn } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Context } from './context'

/** How far in the future a proof may seem to be, in milliseconds: clocks of several servers differ a little. */
const skewMs = 30_000

/** What counts as the moment of a proof of which nobody says when it was: so long before `now` that it is no fresh one, by any clock. */
export const unknownProofAt = (now: number): number => now - freshProofMs - 2 * skewMs

/**
 * Throws 403 `stepUpRequired` when the person proved more than ten minutes ago who they are (security G9): for what changes
 * who can get in. Routes say it as a term (`freshProof`); this is for what a route cannot know before it looked.
 * A proof from the future is none: the clock jumped back (security K7).
 */
export function requireFreshProof({ actor, now }: Pick<Context, 'actor' | 'now'>): void {
  if (!isSignedIn(actor)) throw new Problem('notSignedIn')
  const age = now - Date.parse(actor.provedAt)
  if (age > freshProofMs || age < -skewMs) throw new Problem('stepUpRequired')
}
