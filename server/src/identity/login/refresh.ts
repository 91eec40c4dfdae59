import type { refresh } from '@lintel/contract/identity/login'
import { mustSetPassword } from '@lintel/contract/identity/own-credentials'
import type { Tokens } from '@lintel/contract/identity/tokens'
import type { CallInput } from '@lintel/contract/jsonapi/call'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import { instantOf } from '../../platform/clock'
import type { Change, Context } from '../../platform/context'
import { enqueueMail } from '../../platform/mail/mail'
import type { Secrets } from '../../platform/secrets'
import { isFeedSecret } from '../feed-tokens/open-feed'
import { refreshFeed } from '../feed-tokens/refresh-feed'
import type { IdentityServices } from '../identity-services'
import { browserHashOf, isOurPage, refreshCookie } from '../sessions/cookies'
import { describeBrowser } from '../sessions/describe-browser'
import { makeRefreshSecret, type RefreshSecret, readRefreshSecret, sealSuccessor } from '../sessions/refresh-secret'
import { appendRecentRefresh, latestSuccessor, refreshStep } from '../sessions/refresh-step'
import { issueRenewedTokens, type RenewedSession } from '../sessions/renew-secret'
import { closeSession, lockSession, type RefreshedSession, rotateSession } from '../sessions/sessions.store'

/**
 * Issues new tokens for the refresh secret of the body or of the page's cookie; undefined for a page without a cookie, where
 * nobody was signed in. Throws 401 `sessionExpired`.
 */
export async function refreshSession(
  services: IdentityServices,
  context: Context,
  reply: FastifyReply,
  { refreshToken, token }: CallInput<typeof refresh>['body'],
): Promise<Tokens | undefined> {
  const { request, configuration } = context
  const byCookie = refreshToken === undefined && isOurPage(request)
  const sent = byCookie ? refreshCookie(request, configuration) : refreshToken
  if (byCookie && sent === undefined) return undefined
  if (!byCookie && sent !== undefined && isFeedSecret(sent)) return refreshFeed(services, context, sent)
  const presented = sent === undefined ? undefined : readRefreshSecret(services.secrets, sent)
  if (!presented) {
    await services.unknownSecrets.record(context, 'session.refresh')
    throw new Problem('sessionExpired')
  }
  if (await isForeign(services, presented, token)) {
    await recordForeignToken(context)
    throw new Problem('invalidToken')
  }
  const browserHash = browserHashOf(request, configuration)
  const refreshed = await context.change((change) => applyRefreshStep(services.secrets, change, presented, browserHash))
  if (!refreshed) {
    services.actors.forgetSession(presented.sessionId)
    throw new Problem('sessionExpired')
  }
  return {
    ...(await issueRenewedTokens(services, context, reply, refreshed, { byCookie })),
    ...(mustSetPassword(refreshed.session) && { mustUpdatePassword: true }),
  }
}

/** An id token sent with the secret has to be of the same session; one that cannot be verified any more is ignored. */
async function isForeign(
  { tokens }: IdentityServices,
  { sessionId }: RefreshSecret,
  token: string | undefined,
): Promise<boolean> {
  const claims = token === undefined ? undefined : await tokens.readExpired(token)
  return claims !== undefined && claims.sessionId !== sessionId
}

/** Records a refresh secret that came with a token of another session. */
const recordForeignToken = ({ change }: Context): Promise<void> =>
  change(async ({ audit }) => {
    const actor = { id: null, email: null }
    audit({ action: 'session.refresh', customer: null, result: 'failure', reason: 'foreignToken', actor })
  })

/** Executes the {@link refreshStep}, in one transaction that locks the session. Undefined when the session has ended. */
async function applyRefreshStep(
  secrets: Secrets,
  change: Change,
  presented: RefreshSecret,
  browserHash: Buffer | null,
): Promise<RenewedSession | undefined> {
  const { db, now } = change
  const session = await lockSession(db, presented.sessionId, now)
  const step = refreshStep(session, presented, browserHash, now)
  if (!session || step.at === 'ended') {
    // A session that was found expired is ended for good, even if a clock later says otherwise (security K7).
    if (session && !session.isLive) await closeSession(db, session.id, 'over', now)
    auditRefresh(change, session, presented, { result: 'failure', reason: 'ended' })
    return undefined
  }
  switch (step.at) {
    case 'rotate': {
      const next = makeRefreshSecret(secrets, session.id, session.generation + 1)
      const used = { hash: presented.hash.toString('hex'), sealed: sealSuccessor(presented.text, next.text), at: now }
      await rotateSession(db, session.id, { ...next, recent: appendRecentRefresh(session.recent, used) }, now)
      auditRefresh(change, session, presented, {})
      return { session, secret: next.text }
    }
    case 'repeat':
      auditRefresh(change, session, presented, { reason: 'repeated' })
      return { session, secret: latestSuccessor(session, presented.text) }
    case 'reuse':
      await closeSession(db, session.id, 'refresh-reuse', now)
      auditRefresh(change, session, presented, {
        action: 'session.refresh-reuse',
        result: 'failure',
        reason: step.reason,
      })
      await notifyOfReuse(change, session)
      return undefined
  }
}

/** Notifies the owner by mail, which an attacker with the secret cannot read (security D7). */
async function notifyOfReuse(change: Change, { userId, homeCustomer }: RefreshedSession): Promise<void> {
  const { browser, system } = describeBrowser(change.origin.userAgent)
  const browserLabel = [browser, system].filter((word) => word !== null).join(', ')
  const values = { at: instantOf(change.now), ip: change.origin.ip, browser: browserLabel || null }
  await enqueueMail(change, { to: userId, kind: 'refresh-reuse', values, customer: homeCustomer })
}

interface AuditDetails {
  action?: string
  result?: 'failure'
  reason?: string
}

const auditRefresh = (
  { audit }: Change,
  session: RefreshedSession | undefined,
  { sessionId }: RefreshSecret,
  details: AuditDetails,
) =>
  audit({
    action: 'session.refresh',
    customer: session?.homeCustomer ?? null,
    target: { type: 'sessions', id: sessionId },
    actor: { id: session?.userId ?? null, email: session?.email ?? null },
    sessionId,
    ...details,
  })
