import type { Change } from '../../platform/context'
import { endDisplayTokens, endDisplayTokensOfProvider } from '../display-tokens/display-tokens.store'
import { endFeedTokens, endFeedTokensOfProvider } from '../feed-tokens/feed-tokens.store'
import { dropChallenges } from '../mfa/challenges.store'
import { closeSessionsOf, closeSessionsOfProvider, type EndReason, forgetBrowsers } from './sessions.store'

/**
 * Ends all access of a person: sessions with their refresh secrets, feed and display tokens, pending second-factor challenges,
 * known browsers. Of `exceptSession`, the session and its browser are kept. In the transaction of its cause (security D6); the caller has to
 * invalidate `actors`.
 */
export async function withdrawAccess(
  { db, now }: Pick<Change, 'db' | 'now'>,
  userId: string,
  { reason, exceptSession }: { reason: EndReason; exceptSession?: string },
): Promise<void> {
  // Challenges first: a challenge that is being completed has then opened its session before sessions are ended.
  await dropChallenges(db, userId)
  await closeSessionsOf(db, userId, { reason, now, ...(exceptSession !== undefined && { except: exceptSession }) })
  const ending = reason === 'password-changed' ? reason : 'access-withdrawn'
  await endFeedTokens(db, userId, ending, now)
  await endDisplayTokens(db, userId, ending, now)
  await forgetBrowsers(db, userId, exceptSession)
}

/** Ends what was opened by a provider that is not trusted any more: sessions, and the feed and display tokens created in them (security D5). */
export async function withdrawAccessByProvider(
  { db, now }: Pick<Change, 'db' | 'now'>,
  provider: string,
): Promise<void> {
  await closeSessionsOfProvider(db, provider, now)
  await endFeedTokensOfProvider(db, { provider }, now)
  await endDisplayTokensOfProvider(db, { provider }, now)
}
