import type { Change } from '../../platform/context'
import { endFeedTokens } from '../feed-tokens/feed-tokens.store'
import { dropChallenges } from '../mfa/mfa.store'
import { closeSessionsOf, type EndReason, forgetBrowsers } from './sessions.store'

/**
 * Ends everything by which somebody may act as this person: sessions with their refresh secrets, feed tokens, sign-ins
 * that wait for a second factor, known browsers. In the transaction of its cause (security D6); the caller then tells `actors`.
 */
export async function withdrawAccess(
  { db, now }: Pick<Change, 'db' | 'now'>,
  userId: string,
  { reason, exceptSession }: { reason: EndReason; exceptSession?: string },
): Promise<void> {
  // Challenges first: one that is completed at this moment has opened its session by the time sessions are ended.
  await dropChallenges(db, userId)
  await closeSessionsOf(db, userId, { reason, now, ...(exceptSession !== undefined && { except: exceptSession }) })
  await endFeedTokens(db, userId, reason === 'password-changed' ? reason : 'access-withdrawn', now)
  await forgetBrowsers(db, userId)
}
