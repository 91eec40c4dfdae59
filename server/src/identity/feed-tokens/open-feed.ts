import { feedTokenDays } from '@lintel/contract/identity/feed-tokens'
import type { Tokens } from '@lintel/contract/identity/tokens'
import { Problem } from '@lintel/contract/problems'
import { uuidv7 } from 'uuidv7'
import type { AuditEvent } from '../../platform/audit/audit'
import { instantOf } from '../../platform/clock'
import type { Change } from '../../platform/context'
import type { IdentityServices } from '../identity-services'
import { hashSecret, randomSecret } from '../random-secret'
import { insertFeedToken } from './feed-tokens.store'

/** Prefix of feed tokens, which distinguishes them from the refresh secrets of sessions. */
const feedPrefix = 'feed_'

export const isFeedSecret = (text: string): boolean => text.startsWith(feedPrefix)

/** The owner of a feed token, and its customer. */
export interface FeedOwner {
  userId: string
  email: string
  customer: string
}

/** How the creator of a feed token authenticated: now, or when their session began. */
export type FeedProof = { by: 'password' | 'secondFactor' } | { by: 'session'; loginMethod: string | null }

const methodOf = (proof: FeedProof): string =>
  proof.by === 'session' ? (proof.loginMethod ?? 'COGNITO') : proof.by === 'secondFactor' ? 'COGNITO_MFA' : 'COGNITO'

/** A new feed token with its secret. */
export interface CreatedFeed extends FeedOwner {
  id: string
  customerName: string
  createdAt: string
  /** Milliseconds. */
  expiresAt: number
  secret: string
}

/** The customer of a feed, or the problem that it is ambiguous or not theirs. */
export function selectFeedCustomer(
  customerIds: readonly string[],
  requestedCustomer: string | undefined,
): string | Problem {
  if (customerIds.length === 0)
    return new Problem('forbidden', { detail: 'There is no customer whose exports you may read' })
  const customer = requestedCustomer === undefined ? customerIds[0] : customerIds.find((id) => id === requestedCustomer)
  if (requestedCustomer === undefined && customerIds.length > 1)
    return new Problem('required', { pointer: '/customer' })
  return customer ?? new Problem('notFound')
}

/** An audit event about a feed token, in the audit log of its customer. */
export const feedAuditEvent = (
  verb: 'create' | 'refresh' | 'revoke',
  { userId, email, customer }: FeedOwner,
  details: Pick<AuditEvent, 'target' | 'result' | 'reason' | 'after'>,
): AuditEvent => ({ action: `feed-token.${verb}`, customer, actor: { id: userId, email }, ...details })

/** Creates a feed token in the transaction that authenticated its owner. Undefined when the role was withdrawn meanwhile. */
export async function createFeed(
  { db, now, audit }: Change,
  owner: FeedOwner,
  proof: FeedProof,
): Promise<CreatedFeed | undefined> {
  const id = uuidv7()
  const secret = feedPrefix + randomSecret()
  const expiresAt = now + feedTokenDays * 86_400_000
  const { userId, customer } = owner
  const loginMethod = methodOf(proof)
  const token = { id, userId, customer, secretHash: hashSecret(secret), expiresAt, loginMethod }
  const customerName = await insertFeedToken(db, token, now)
  if (customerName === undefined) {
    audit(feedAuditEvent('create', owner, { result: 'failure', reason: 'office-lost' }))
    return undefined
  }
  const after = { by: proof.by, loginMethod, expiresAt: instantOf(expiresAt) }
  audit(feedAuditEvent('create', owner, { target: { type: 'feed-tokens', id }, after }))
  return { ...owner, id, customerName, createdAt: instantOf(now), expiresAt, secret }
}

/** The bearer for exports; it expires after ten minutes, or earlier with its feed token. */
export const exportToken = (
  { tokens }: Pick<IdentityServices, 'tokens'>,
  { id, userId, email, expiresAt }: Pick<CreatedFeed, 'id' | 'userId' | 'email' | 'expiresAt'>,
  now: number,
) => tokens.issueForExports({ sessionId: id, userId, email, expiresAt }, now)

/** The token response for a feed token: a bearer for exports and the unchanged secret. */
export async function issueFeedTokens(
  services: Pick<IdentityServices, 'tokens'>,
  feed: Pick<CreatedFeed, 'id' | 'userId' | 'email' | 'expiresAt' | 'secret'>,
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
