import type { Change } from '../../platform/context'
import { endDisplayTokens } from '../display-tokens/display-tokens.store'
import { endFeedTokens } from '../feed-tokens/feed-tokens.store'
import { dropChallenges } from '../mfa/mfa.store'
import { closeSessionsOf, type EndReason, forgetBrowsers } from './sessions.store'

/**
 * Ends everything by which somebody may act as this person: sessions with their refresh secrets, feed and display tokens,
 * sign-ins that wait for a second factor, known browsers. In the transaction of its cause (security D6); the caller then tells `actors`.
 */
export async function withdrawAccess(
  { db, now }: Pick<Change, 'db' | 'now'>,
  userId: string,
  { reason, exceptSession }: { reason: EndReason; exceptSession?: string },
): Promise<void> {
  // Challenges first: one that is completed at this moment has opened its session by the time sessions are ended.
  await dropChallenges(db, userId)
  await closeSessionsOf(db, userId, { reason, now, ...(exceptSession !== undefined && { except: exceptSession }) })
  const ending = reason === 'password-changed' ? reason : 'access-withdrawn'
  await endFeedTokens(db, userId, ending, now)
  await endDisplayTokens(db, userId, ending, now)
  await forgetBrowsers(db, userId)
}
