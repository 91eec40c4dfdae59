import type { logout } from '@lintel/contract/identity/login'
import type { CallInput } from '@lintel/contract/jsonapi/call'
import type { FastifyReply } from 'fastify'
import { bearerOf } from '../../platform/authenticate'
import type { Context } from '../../platform/context'
import { isOwnForm } from '../../platform/form-posts'
import type { IdentityServices } from '../identity-services'
import { clearRefreshCookie, isOurPage, refreshCookie } from '../sessions/cookies'
import { readRefreshSecret } from '../sessions/refresh-secret'
import { closeSession } from '../sessions/sessions.store'
import { findProviderLogout, sendProviderLogoutPage } from './provider-logout-page'

/** Ends all sessions that the caller identifies; idempotent (security D8). Forms continue at the provider of the session. */
export async function signOut(
  services: IdentityServices,
  context: Context,
  reply: FastifyReply,
  { refreshToken }: CallInput<typeof logout>['body'],
): Promise<void> {
  const { actors } = services
  const sessionIds = await findSessionIds(services, context, refreshToken)
  // The page's script reads where the provider signs out; a form cannot.
  const provider = isOwnForm(context.request) ? await findProviderLogout(context, sessionIds) : undefined
  for (const sessionId of sessionIds) {
    await context.change(async ({ db, now, audit }) => {
      const ended = await closeSession(db, sessionId, 'logout', now)
      audit({
        action: 'session.logout',
        customer: ended?.homeCustomer ?? null,
        target: { type: 'sessions', id: sessionId },
        actor: { id: ended?.userId ?? null, email: ended?.email ?? null },
        sessionId,
        ...(!ended && { reason: 'had ended' }),
      })
    })
    actors.forgetSession(sessionId)
  }
  clearRefreshCookie(reply, context.configuration)
  reply.header('clear-site-data', '"cache", "storage"')
  if (provider) sendProviderLogoutPage(context, reply, provider)
}

/** The session ids of the bearer (expired or not), the refresh token and the page's cookie; usually one and the same. */
async function findSessionIds(
  { tokens, secrets }: IdentityServices,
  { request, configuration }: Context,
  refreshToken?: string,
) {
  const bearer = bearerOf(request)
  const claims = bearer === undefined ? undefined : await tokens.readExpired(bearer)
  const sent = [refreshToken, isOurPage(request) ? refreshCookie(request, configuration) : undefined]
  const read = sent.map((text) => (text === undefined ? undefined : readRefreshSecret(secrets, text)))
  const named = [claims?.sessionId, ...read.map((secret) => secret?.sessionId)]
  return new Set(named.filter((id) => id !== undefined))
}
