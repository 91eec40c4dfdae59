import { openOffices, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration } from '../../platform/configuration'
import type { Context } from '../../platform/context'
import { cookieName, cookieTerms } from '../../platform/cookies'
import { loginMethodRequired } from '../../platform/refusal'
import { hashOf } from '../own-secret'
import { type DisplayFacts, endedDisplay, useDisplayToken } from './display-tokens.store'

/** A display token proves nobody. */
const neverProved = '1970-01-01T00:00:00Z'

const displayCookie = 'lintel-display'

/** Keeps a display token in the browser of the wall, out of reach of its scripts, until the token ends. */
export function keepDisplayCookie(
  reply: FastifyReply,
  configuration: Configuration,
  token: string,
  expires: Date,
): void {
  const terms = { ...cookieTerms(configuration), sameSite: 'strict', expires } as const
  reply.setCookie(cookieName(configuration, displayCookie), token, terms)
}

const presented = (request: FastifyRequest, configuration: Configuration): string | undefined =>
  request.cookies[cookieName(configuration, displayCookie)]

/** Why a display token shows nothing any more, in plain words. */
const endings: Record<string, string> = {
  over: 'The display token has expired',
  revoked: 'The display token was revoked',
}

/** The failure of a token that is not good: what became of it is said to those alone who hold its secret. */
export async function displayEnded(context: Context, secretHash: Buffer): Promise<Problem> {
  const ended = await endedDisplay(context.db, secretHash)
  return new Problem('sessionExpired', {
    ...(ended && { meta: { reason: ended.reason } }),
    detail: ended ? (endings[ended.reason] ?? 'The display token has ended') : 'The display token is unknown',
  })
}

/** What a wall shows, and as whom it reads. */
export interface Display extends DisplayFacts {
  reader: Person
}

/**
 * The display that the request's cookie opens: asked at each request, so that a token that ended reads nothing more (security D5).
 * Throws 401 `notSignedIn` without a cookie, 401 `sessionExpired` for a token that ended, and 403 `loginMethodRequired` where the
 * customer no longer admits the login method that it was made by.
 */
export async function displayOf(context: Context): Promise<Display> {
  const token = presented(context.request, context.configuration)
  if (token === undefined) throw new Problem('notSignedIn')
  const secretHash = hashOf(token)
  const facts = await useDisplayToken(context.db, secretHash, context.now)
  if (!facts) throw await displayEnded(context, secretHash)
  const reader = readerOf(facts)
  if (reader.readsFor.length === 0) throw loginMethodRequired(facts.loginMethods)
  return { ...facts, reader }
}

/** A display token reads for its customer like an API user, and is nothing anywhere else: no member, no guest, no staff. */
const readerOf = ({ id, customer, userId, email, loginMethod, loginMethods }: DisplayFacts): Person => ({
  kind: 'person',
  id: userId,
  email,
  isStaff: false,
  ...openOffices(loginMethod, [{ customer, office: 'readsFor', loginMethods }]),
  homeCustomer: customer,
  guestOf: null,
  sessionId: id,
  method: 'password',
  loginMethod,
  provedAt: neverProved,
  restriction: null,
  apiToken: { id, customer, scopes: ['read'] },
})
