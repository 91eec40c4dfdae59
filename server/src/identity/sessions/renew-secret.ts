import type { Tokens } from '@lintel/contract/identity/tokens'
import type { FastifyReply } from 'fastify'
import type { Change, Context } from '../../platform/context'
import type { Secrets } from '../../platform/secrets'
import type { IdentityServices } from '../identity-services'
import { hashSecret } from '../random-secret'
import { isOurPage, setRefreshCookie } from './cookies'
import { makeRefreshSecret, sealSuccessor } from './refresh-secret'
import { appendRecentRefresh, latestSuccessor } from './refresh-step'
import { type RefreshedSession, rotateSession } from './sessions.store'

/** A session with its new refresh secret; null where it never had one. */
export interface RenewedSession {
  session: RefreshedSession
  secret: string | null
}

/**
 * Replaces the refresh secret of a locked session outside of a refresh (security D1). `presented` is the secret that the
 * browser sent: another tab that refreshes with it concurrently gets the same successor. Without it, the old secret is invalid
 * at once.
 */
export async function renewSecret(
  secrets: Secrets,
  { db, now }: Change,
  session: RefreshedSession,
  presented: string | undefined,
): Promise<RenewedSession> {
  const { id, generation, refreshHash, recent } = session
  if (refreshHash === null) return { session, secret: null }
  const next = makeRefreshSecret(secrets, id, generation + 1)
  const current = presented === undefined ? undefined : latestSuccessor(session, presented)
  const isCurrent = current !== undefined && hashSecret(current).equals(refreshHash)
  const used = isCurrent && {
    hash: refreshHash.toString('hex'),
    sealed: sealSuccessor(current, next.text),
    at: now,
  }
  await rotateSession(db, id, { ...next, recent: used ? appendRecentRefresh(recent, used) : recent }, now)
  return { session, secret: next.text }
}

/** Issues new tokens of the session. The refresh secret goes into the cookie, by default for our pages, or into the response. */
export async function issueRenewedTokens(
  services: IdentityServices,
  { request, configuration, now }: Context,
  reply: FastifyReply,
  { session, secret }: RenewedSession,
  { byCookie = isOurPage(request) } = {},
): Promise<Tokens> {
  const { id: sessionId, userId, email, method, rememberMe, idleSeconds } = session
  const [expiresAt, provedAt] = [Date.parse(session.expiresAt), Date.parse(session.provedAt)]
  const issued = await services.tokens.issue({ sessionId, userId, email, expiresAt, provedAt, method }, now)
  if (secret !== null && byCookie) {
    setRefreshCookie(reply, configuration, secret, rememberMe ? new Date(expiresAt) : undefined)
  }
  return {
    result: 'SUCCESS',
    ...issued,
    tokenType: 'Bearer',
    ...(secret !== null && !byCookie && { refreshToken: secret }),
    logoutWhenIdle: !rememberMe,
    idleSeconds,
  }
}
