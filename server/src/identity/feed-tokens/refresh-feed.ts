import type { Tokens } from '@lintel/contract/identity/tokens'
import { Problem } from '@lintel/contract/problems'
import type { Change, Context } from '../../platform/context'
import type { IdentityServices } from '../identity-services'
import { hashSecret } from '../random-secret'
import { feedTokenExists, type LockedFeedToken, lockFeedToken, recordFeedUse } from './feed-tokens.store'
import { feedAuditEvent, issueFeedTokens } from './open-feed'

/**
 * Exchanges a feed token for a bearer for exports; the secret does not rotate, because BI queries hold it as a constant
 * (security D10). Throws 401 `sessionExpired` for an ended token and records it in the audit log, and an unknown one in a bounded
 * amount.
 */
export async function refreshFeed(services: IdentityServices, context: Context, secret: string): Promise<Tokens> {
  const hash = hashSecret(secret)
  if (!(await feedTokenExists(context.db, hash))) {
    await services.unknownSecrets.record(context, 'feed-token.refresh')
    throw new Problem('sessionExpired')
  }
  const feed = await context.change((change) => useFeedToken(change, hash))
  if (!feed) throw new Problem('sessionExpired')
  return issueFeedTokens(services, { ...feed, expiresAt: Date.parse(feed.expiresAt), secret }, context.now)
}

async function useFeedToken({ db, now, audit }: Change, hash: Buffer): Promise<LockedFeedToken | undefined> {
  const feed = await lockFeedToken(db, hash, now)
  if (!feed) throw new Problem('sessionExpired')
  const target = { type: 'feed-tokens', id: feed.id }
  if (!feed.isActive) {
    audit(feedAuditEvent('refresh', feed, { target, result: 'failure', reason: feed.endReason ?? 'over' }))
    return undefined
  }
  await recordFeedUse(db, feed.id, now)
  audit(feedAuditEvent('refresh', feed, { target }))
  return feed
}
