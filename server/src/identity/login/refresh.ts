import type { refresh } from '@lintel/contract/identity/login'
import type { Tokens } from '@lintel/contract/identity/tokens'
import type { CallInput } from '@lintel/contract/jsonapi/call'
import { Problem, type ProblemCode } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import { instantOf } from '../../platform/clock'
import type { Change, Context } from '../../platform/context'
import { enqueueMail } from '../../platform/mail/mail'
import type { Secrets } from '../../platform/secrets'
import { isFeedSecret } from '../feed-tokens/open-feed'
import { refreshFeed } from '../feed-tokens/refresh-feed'
import type { IdentityServices } from '../identity-services'
import { browserHashOf, isOurPage, keepRefreshCookie, refreshCookie } from '../sessions/cookies'
import { describeBrowser } from '../sessions/describe-browser'
import { makeRefreshSecret, type RefreshSecret, readRefreshSecret, sealSuccessor } from '../sessions/refresh-secret'
import { keptRefreshes, newestAfter, refreshStep } from '../sessions/refresh-step'
import { closeSession, lockSession, type RefreshedSession, rotateSession } from '../sessions/sessions.store'

/** A session that goes on, and its refresh secret from now on. */
interface Refreshed {
  session: RefreshedSession
  secret: string
}

/**
 * New tokens for the refresh secret of the body, or of our page's cookie; undefined for a page that has none, where nobody
 * was signed in and nothing has expired. Throws 401 `sessionExpired`.
 */
export async function refreshSession(
  services: IdentityServices,
  context: Context,
  reply: FastifyReply,
  { refreshToken, token }: CallInput<typeof refresh>['body'],
): Promise<Tokens | undefined> {
  const { request, configuration, now } = context
  const byCookie = refreshToken === undefined && isOurPage(request)
  const sent = byCookie ? refreshCookie(request, configuration) : refreshToken
  if (byCookie && sent === undefined) return undefined
  if (!byCookie && sent !== undefined && isFeedSecret(sent)) return refreshFeed(services, context, sent)
  const presented = sent === undefined ? undefined : readRefreshSecret(services.secrets, sent)
  if (!presented) throw await refused(context, 'sessionExpired', 'unknown')
  if (await isForeign(services, presented, token)) throw await refused(context, 'invalidToken', 'foreignToken')
  const browserHash = browserHashOf(request, configuration)
  const refreshed = await context.change((change) => takeStep(services.secrets, change, presented, browserHash))
  if (!refreshed) {
    services.actors.forgetSession(presented.sessionId)
    throw new Problem('sessionExpired')
  }
  const { session, secret } = refreshed
  const { id: sessionId, userId, email, method } = session
  const [expiresAt, provedAt] = [Date.parse(session.expiresAt), Date.parse(session.provedAt)]
  const issued = await services.tokens.issue({ sessionId, userId, email, expiresAt, provedAt, method }, now)
  if (byCookie) keepRefreshCookie(reply, configuration, secret, session.rememberMe ? new Date(expiresAt) : undefined)
  return {
    result: 'SUCCESS',
    ...issued,
    tokenType: 'Bearer',
    ...(!byCookie && { refreshToken: secret }),
    ...(session.mustUpdatePassword && { mustUpdatePassword: true }),
    logoutWhenIdle: !session.rememberMe,
    idleSeconds: session.idleSeconds,
  }
}

/** An id token that travels along has to be of the same session; one too old to be verified says nothing. */
async function isForeign(
  { tokens }: IdentityServices,
  { sessionId }: RefreshSecret,
  token: string | undefined,
): Promise<boolean> {
  const claims = token === undefined ? undefined : await tokens.readExpired(token)
  return claims !== undefined && claims.sessionId !== sessionId
}

/** Tells the trail of a secret that was never ours, or that came with somebody else's token. */
async function refused({ change }: Context, code: ProblemCode, reason: string): Promise<Problem> {
  const nobody = { id: null, email: null }
  await change(async ({ audit }) => {
    audit({ action: 'session.refresh', customer: null, result: 'failure', reason, actor: nobody })
  })
  return new Problem(code)
}

/** Does what {@link refreshStep} says, in one transaction that holds the session. Undefined when it does not go on. */
async function takeStep(
  secrets: Secrets,
  change: Change,
  presented: RefreshSecret,
  browserHash: Buffer | null,
): Promise<Refreshed | undefined> {
  const { db, now } = change
  const session = await lockSession(db, presented.sessionId, now)
  const step = refreshStep(session, presented, browserHash, now)
  if (!session || step.at === 'ended') {
    // What was found over stays over, whatever a clock says later (security K7).
    if (session && !session.isLive) await closeSession(db, session.id, 'over', now)
    tell(change, session, presented, { result: 'failure', reason: 'ended' })
    return undefined
  }
  switch (step.at) {
    case 'rotate': {
      const next = makeRefreshSecret(secrets, session.id, session.generation + 1)
      const used = { hash: presented.hash.toString('hex'), sealed: sealSuccessor(presented.text, next.text), at: now }
      await rotateSession(db, session.id, { ...next, recent: keptRefreshes(session.recent, used) }, now)
      tell(change, session, presented, {})
      return { session, secret: next.text }
    }
    case 'repeat':
      tell(change, session, presented, { reason: 'repeated' })
      return { session, secret: newestAfter(session, presented.text) }
    case 'reuse':
      await closeSession(db, session.id, 'refresh-reuse', now)
      tell(change, session, presented, { action: 'session.refresh-reuse', result: 'failure', reason: step.reason })
      await warn(change, session)
      return undefined
  }
}

/** Whoever of the two is the owner hears of it where the other one cannot read (security D7). */
async function warn(change: Change, { userId, homeCustomer }: RefreshedSession): Promise<void> {
  const { browser, system } = describeBrowser(change.origin.userAgent)
  const seen = [browser, system].filter((word) => word !== null).join(', ')
  const values = { at: instantOf(change.now), ip: change.origin.ip, browser: seen || null }
  await enqueueMail(change, { to: userId, kind: 'refresh-reuse', values, customer: homeCustomer })
}

interface Told {
  action?: string
  result?: 'failure'
  reason?: string
}

const tell = ({ audit }: Change, session: RefreshedSession | undefined, { sessionId }: RefreshSecret, told: Told) =>
  audit({
    action: 'session.refresh',
    customer: session?.homeCustomer ?? null,
    target: { type: 'sessions', id: sessionId },
    actor: { id: session?.userId ?? null, email: session?.email ?? null },
    sessionId,
    ...told,
  })
