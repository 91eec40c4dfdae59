import type { Change } from '../../platform/context'
import { endTokens, endTokensOfProvider } from '../credentials/stored-tokens.store'
import { dropChallenges } from '../mfa/challenges.store'
import { closeSessionsOf, closeSessionsOfProvider, forgetBrowsers } from './sessions.store'

interface Withdrawal {
  reason: 'password-changed' | 'access-withdrawn' | 'ended-by-administrator'
  exceptSession?: string | undefined
}

/**
 * Ends all access of a person: pending second-factor challenges, what {@link endSignedIn} ends, and known browsers. Of
 * `exceptSession`, the session and its browser are kept. In the transaction of its cause (security D6); the caller has to
 * invalidate `actors`.
 */
export async function withdrawAccess(
  change: Pick<Change, 'db' | 'now'>,
  userId: string,
  withdrawal: Withdrawal,
): Promise<void> {
  // Challenges first: a challenge that is being completed has then opened its session before sessions are ended.
  await dropChallenges(change.db, userId)
  await endSignedIn(change, userId, withdrawal)
  await forgetBrowsers(change.db, userId, withdrawal.exceptSession)
}

/** Ends the sessions of a person with their refresh secrets, and feed and display tokens. Returns the ids of the sessions. */
export async function endSignedIn(
  { db, now }: Pick<Change, 'db' | 'now'>,
  userId: string,
  { reason, exceptSession }: Withdrawal,
): Promise<string[]> {
  const ids = await closeSessionsOf(db, userId, { reason, exceptSession, now })
  await endTokens(db, 'feed_token', { userId, reason, now })
  await endTokens(db, 'display_token', { userId, reason, now })
  return ids
}

/** Ends what was opened by a provider that is not trusted any more: sessions, and the feed and display tokens created in them (security D5). */
export async function withdrawAccessByProvider(
  { db, now }: Pick<Change, 'db' | 'now'>,
  provider: string,
): Promise<void> {
  await closeSessionsOfProvider(db, provider, now)
  await endTokensOfProvider(db, { provider }, now)
}
