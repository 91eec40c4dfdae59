import {
  createFeedToken,
  feedLogin,
  listFeedTokens,
  rememberMeRequired,
  revokeFeedToken,
} from '@lintel/contract/identity/feed-tokens'
import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import { anyone, isFullUser } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { answer } from '../../platform/answer'
import { instantOf } from '../../platform/clock'
import type { Context } from '../../platform/context'
import type { Route } from '../../platform/route'
import { isUuid } from '../../platform/rows'
import { withFailureLimit } from '../guessing/failure-limit'
import type { IdentityServices } from '../identity-services'
import { emailOf } from '../login/username'
import { requireLiveSession } from '../sessions/require-live-session'
import { personOf } from '../signed-in'
import { signInForFeed } from './feed-login'
import { endOwnFeedToken, feedTokensOf, isRemembered, listFeedCustomers } from './feed-tokens.store'
import { createFeed, exportToken, feedAuditEvent, selectFeedCustomer } from './open-feed'

/** Feed tokens of the business-intelligence export: created by password or in a session, listed, revoked (security D10). */
export const feedTokenRoutes = (services: IdentityServices): Route[] => [
  answer(feedLogin, {
    anonymous: true,
    ignoresBearer: true,
    sameSiteOnly: true,
    rate: 'signIn',
    may: anyone,
    run: (context, { body: { username, password, customer } }, reply) =>
      withFailureLimit(services, context, () =>
        signInForFeed(
          { services, context, reply },
          { email: emailOf(username, context.configuration), password, customer },
        ),
      ),
  }),
  answer(listFeedTokens, {
    may: isFullUser,
    run: async (context) => ({ feedTokens: await feedTokensOf(context.db, personOf(context).id, context.now) }),
  }),
  answer(createFeedToken, {
    may: isFullUser,
    freshProof: true,
    run: (context, { body }) => create(services, context, body.customer),
  }),
  answer(revokeFeedToken, {
    may: isFullUser,
    run: async (context, { parameters: { id } }) => {
      const { id: userId, email } = personOf(context)
      if (!isUuid(id)) throw new Problem('notFound')
      await context.change(async ({ db, now, audit }) => {
        const customer = await endOwnFeedToken(db, { id, userId, now })
        if (customer === undefined) throw new Problem('notFound')
        audit(feedAuditEvent('revoke', { userId, email, customer }, { target: { type: 'feed-tokens', id } }))
      })
    },
  }),
]

async function create(
  services: IdentityServices,
  context: Context,
  requestedCustomer: string | undefined,
): Promise<CallAnswer<typeof createFeedToken>> {
  const actor = personOf(context)
  const { id: userId, email, sessionId, loginMethod } = actor
  if (!(await isRemembered(context.db, sessionId))) throw new Problem('forbidden', { detail: rememberMeRequired })
  const customer = selectFeedCustomer(await listFeedCustomers(context.db, userId), requestedCustomer)
  if (customer instanceof Problem) throw customer
  const feed = await context.change(async (change) => {
    await requireLiveSession(change, actor)
    return createFeed(change, { userId, email, customer }, { by: 'session', loginMethod })
  })
  if (!feed) throw new Problem('notFound')
  const { token } = await exportToken(services, feed, context.now)
  const { id, customerName, createdAt, expiresAt, secret } = feed
  return {
    id,
    customer,
    customerName,
    createdAt,
    lastUsedAt: null,
    expiresAt: instantOf(expiresAt),
    accessToken: token,
    refreshToken: secret,
  }
}
