import type { Person } from '@lintel/contract/people/permissions'
import type { Change } from '../../platform/context'
import { endTokens } from '../credentials/stored-tokens.store'
import { strongProofsOf } from '../passkeys/passkeys.store'
import { endOtherSessions } from '../sessions/end-other-sessions'
import { clearSecondFactor, markProved, markSecondFactor } from '../sessions/sessions.store'
import { type FactorEvent, notifyOfFactor } from './factor-notices'

/**
 * What follows from a second factor that the person added or removed, in its transaction (security C6, D6, B9): the session
 * gets one or all lose it, feed tokens end, other sessions on request, and the person is notified. Returns the ids of the
 * ended sessions.
 */
export async function afterFactorChange(
  change: Change,
  actor: Person,
  { event, endOthers = false }: { event: Exclude<FactorEvent, 'recovery-codes-renewed'>; endOthers?: boolean },
): Promise<string[]> {
  const { db, now } = change
  const { id: userId, sessionId, homeCustomer } = actor
  const isAdded = event === 'second-factor-enabled' || event === 'passkey-added'
  if (isAdded) await markSecondFactor(db, sessionId, now)
  else if ((await strongProofsOf(db, userId)).length === 0) await clearSecondFactor(db, userId)
  // A passkey is removed without using it.
  if (event !== 'passkey-removed') await markProved(db, sessionId, now)
  await endTokens(db, 'feed_token', { userId, reason: 'mfa-changed', now })
  const ended = endOthers ? await endOtherSessions(change, actor) : []
  await notifyOfFactor(change, { userId, homeCustomer }, event)
  return ended
}
