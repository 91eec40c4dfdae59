import type { Tokens } from '@lintel/contract/identity/tokens'
import type { FastifyReply } from 'fastify'
import type { Change, Context } from '../../platform/context'
import type { Secrets } from '../../platform/secrets'
import type { IdentityServices } from '../identity-services'
import { hashOf } from '../own-secret'
import { isOurPage, keepRefreshCookie } from './cookies'
import { makeRefreshSecret, sealSuccessor } from './refresh-secret'
import { keptRefreshes, newestAfter } from './refresh-step'
import { type RefreshedSession, rotateSession } from './sessions.store'

/** A session that goes on with another refresh secret; null where it never had one. */
export interface Renewed {
  session: RefreshedSession
  secret: string | null
}

/**
 * Gives a locked session another refresh secret outside of refreshing (security D1). `presented` is the one that the browser
 * showed: a tab that refreshes with it at this moment gets the same successor, also where another tab had refreshed with it
 * just before; without it the old one is dead at once.
 */
export async function renewSecret(
  secrets: Secrets,
  { db, now }: Change,
  session: RefreshedSession,
  presented: string | undefined,
): Promise<Renewed> {
  const { id, generation, refreshHash, recent } = session
  if (refreshHash === null) return { session, secret: null }
  const next = makeRefreshSecret(secrets, id, generation + 1)
  const current = presented === undefined ? undefined : newestAfter(session, presented)
  const isShown = current !== undefined && hashOf(current).equals(refreshHash)
  const used = isShown && {
    hash: refreshHash.toString('hex'),
    sealed: sealSuccessor(current, next.text),
    at: now,
  }
  await rotateSession(db, id, { ...next, recent: used ? keptRefreshes(recent, used) : recent }, now)
  return { session, secret: next.text }
}

/** What the person gets: tokens of the same session, and the refresh secret in the way it travels. */
export async function answerRenewed(
  services: IdentityServices,
  { request, configuration, now }: Context,
  reply: FastifyReply,
  { session, secret }: Renewed,
): Promise<Tokens> {
  const { id: sessionId, userId, email, method, rememberMe, idleSeconds } = session
  const [expiresAt, provedAt] = [Date.parse(session.expiresAt), Date.parse(session.provedAt)]
  const issued = await services.tokens.issue({ sessionId, userId, email, expiresAt, provedAt, method }, now)
  const byCookie = isOurPage(request)
  if (secret !== null && byCookie) {
    keepRefreshCookie(reply, configuration, secret, rememberMe ? new Date(expiresAt) : undefined)
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
