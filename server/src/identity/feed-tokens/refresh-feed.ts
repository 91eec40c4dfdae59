import type { Tokens } from '@lintel/contract/identity/tokens'
import { Problem } from '@lintel/contract/problems'
import type { Change, Context } from '../../platform/context'
import type { IdentityServices } from '../identity-services'
import { hashOf } from '../own-secret'
import { isKnownFeed, lockFeedToken, noteFeedUse, type PresentedFeed } from './feed-tokens.store'
import { answerFeed, feedEvent } from './open-feed'

/**
 * A bearer of the exports for a feed token, which stays the same: a query holds it as a constant (security D10). Throws 401
 * `sessionExpired` for one that is over, and tells the trail of it.
 */
export async function refreshFeed(services: IdentityServices, context: Context, secret: string): Promise<Tokens> {
  const hash = hashOf(secret)
  if (!(await isKnownFeed(context.db, hash))) {
    await context.change(async ({ audit }) => {
      const actor = { id: null, email: null }
      audit({ action: 'feed-token.refresh', customer: null, result: 'failure', reason: 'unknown', actor })
    })
    throw new Problem('sessionExpired')
  }
  const feed = await context.change((change) => takeUp(change, hash))
  if (!feed) throw new Problem('sessionExpired')
  return answerFeed(services, { ...feed, expiresAt: Date.parse(feed.expiresAt), secret }, context.now)
}

async function takeUp({ db, now, audit }: Change, hash: Buffer): Promise<PresentedFeed | undefined> {
  const feed = await lockFeedToken(db, hash, now)
  if (!feed) throw new Problem('sessionExpired')
  const target = { type: 'feed-tokens', id: feed.id }
  if (!feed.isGood) {
    audit(feedEvent('refresh', feed, { target, result: 'failure', reason: feed.endReason ?? 'over' }))
    return undefined
  }
  await noteFeedUse(db, feed.id, now)
  audit(feedEvent('refresh', feed, { target }))
  return feed
}
