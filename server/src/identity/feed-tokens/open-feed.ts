import { feedTokenDays } from '@lintel/contract/identity/feed-tokens'
import type { Tokens } from '@lintel/contract/identity/tokens'
import { Problem } from '@lintel/contract/problems'
import { uuidv7 } from 'uuidv7'
import type { AuditEvent } from '../../platform/audit/audit'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { IdentityServices } from '../identity-services'
import { hashOf, randomSecret } from '../own-secret'
import { insertFeedToken } from './feed-tokens.store'

/** What every feed token begins with: it is told from a session's refresh secret before anything is looked up. */
const feedPrefix = 'feed_'

export const isFeedSecret = (text: string): boolean => text.startsWith(feedPrefix)

/** Whose feed token it is to be, and of which customer. */
export interface FeedOwner {
  userId: string
  email: string
  customer: string
}

/** By what somebody proved themselves who makes a feed token: now, or when their session began. */
export type FeedProof = { by: 'password' | 'secondFactor' } | { by: 'session'; loginMethod: string | null }

const methodOf = (proof: FeedProof): string =>
  proof.by === 'session' ? (proof.loginMethod ?? 'COGNITO') : proof.by === 'secondFactor' ? 'COGNITO_MFA' : 'COGNITO'

/** A feed token that was made, with its secret. */
export interface OpenedFeed extends FeedOwner {
  id: string
  customerName: string
  createdAt: string
  /** Milliseconds. */
  expiresAt: number
  secret: string
}

/** The one customer that a feed is to be of, or the problem that it is not clear or not theirs. */
export function feedCustomer(offices: readonly string[], asked: string | undefined): string | Problem {
  if (offices.length === 0)
    return new Problem('forbidden', { detail: 'There is no customer whose exports you may read' })
  const customer = asked === undefined ? offices[0] : offices.find((id) => id === asked)
  if (asked === undefined && offices.length > 1) return new Problem('required', { pointer: '/customer' })
  return customer ?? new Problem('notFound')
}

/** An event about a feed token, in the trail of its customer. */
export const feedEvent = (
  verb: 'create' | 'refresh' | 'revoke',
  { userId, email, customer }: FeedOwner,
  told: Pick<AuditEvent, 'target' | 'result' | 'reason' | 'after'>,
): AuditEvent => ({ action: `feed-token.${verb}`, customer, actor: { id: userId, email }, ...told })

/** Makes a feed token in the transaction of what proved its owner. Undefined when the office was lost meanwhile. */
export async function openFeed(
  { db, now, audit }: Change,
  owner: FeedOwner,
  proof: FeedProof,
): Promise<OpenedFeed | undefined> {
  const id = uuidv7()
  const secret = feedPrefix + randomSecret()
  const expiresAt = now + feedTokenDays * 86_400_000
  const { userId, customer } = owner
  const loginMethod = methodOf(proof)
  const token = { id, userId, customer, secretHash: hashOf(secret), expiresAt, loginMethod }
  const customerName = await insertFeedToken(db, token, now)
  if (customerName === undefined) {
    audit(feedEvent('create', owner, { result: 'failure', reason: 'office-lost' }))
    return undefined
  }
  const after = { by: proof.by, loginMethod, expiresAt: instantOf(expiresAt) }
  audit(feedEvent('create', owner, { target: { type: 'feed-tokens', id }, after }))
  return { ...owner, id, customerName, createdAt: instantOf(now), expiresAt, secret }
}

/** The bearer of the exports, which ends after ten minutes and never after its feed token. */
export const exportToken = (
  { tokens }: Pick<IdentityServices, 'tokens'>,
  { id, userId, email, expiresAt }: Pick<OpenedFeed, 'id' | 'userId' | 'email' | 'expiresAt'>,
  now: number,
) => tokens.issueForExports({ sessionId: id, userId, email, expiresAt }, now)

/** What exchanging a feed token, or completing one with a second factor, answers: one bearer, and the same secret again. */
export async function answerFeed(
  services: Pick<IdentityServices, 'tokens'>,
  feed: Pick<OpenedFeed, 'id' | 'userId' | 'email' | 'expiresAt' | 'secret'>,
  now: number,
): Promise<Tokens> {
  const { token, expiresIn } = await exportToken(services, feed, now)
  return {
    result: 'SUCCESS',
    idToken: token,
    accessToken: token,
    tokenType: 'Bearer',
    expiresIn,
    refreshToken: feed.secret,
    logoutWhenIdle: false,
    idleSeconds: Math.floor((feed.expiresAt - now) / 1_000),
  }
}
