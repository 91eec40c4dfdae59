import { openCustomerRoles, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration } from '../../platform/configuration'
import type { Context } from '../../platform/context'
import { cookieName, cookieOptions } from '../../platform/cookies'
import { loginMethodRequired } from '../../platform/refusal'
import { hashSecret } from '../random-secret'
import { type DisplayFacts, findEndedDisplayToken, useDisplayToken } from './display-tokens.store'

/** A display token is no recent authentication. */
const neverProved = '1970-01-01T00:00:00Z'

const displayCookie = 'lintel-display'

/** Stores a display token in an HttpOnly cookie of the wall browser until the token expires. */
export function setDisplayCookie(
  reply: FastifyReply,
  configuration: Configuration,
  token: string,
  expires: Date,
): void {
  const terms = { ...cookieOptions(configuration), sameSite: 'strict', expires } as const
  reply.setCookie(cookieName(configuration, displayCookie), token, terms)
}

const displayCookieOf = (request: FastifyRequest, configuration: Configuration): string | undefined =>
  request.cookies[cookieName(configuration, displayCookie)]

/** Error detail by end reason. */
const endDetails: Record<string, string> = {
  over: 'The display token has expired',
  revoked: 'The display token was revoked',
}

/** The problem for an invalid display token. The reason is only given to a client that holds the secret of a known token. */
export async function displayEndedProblem(context: Context, secretHash: Buffer): Promise<Problem> {
  const ended = await findEndedDisplayToken(context.db, secretHash)
  return new Problem('sessionExpired', {
    ...(ended && { meta: { reason: ended.reason } }),
    detail: ended ? (endDetails[ended.reason] ?? 'The display token has ended') : 'The display token is unknown',
  })
}

/** A display and the actor it reads as. */
export interface Display extends DisplayFacts {
  reader: Person
}

/**
 * Authenticates the display token of the request's cookie, on every request, so that an ended token takes effect at once
 * (security D5). Throws 401 `notSignedIn` without a cookie, 401 `sessionExpired` for an ended token, and 403
 * `loginMethodRequired` where the customer no longer allows the login method with which the token was created.
 */
export async function authenticateDisplay(context: Context): Promise<Display> {
  const token = displayCookieOf(context.request, context.configuration)
  if (token === undefined) throw new Problem('notSignedIn')
  const secretHash = hashSecret(token)
  const facts = await useDisplayToken(context.db, secretHash, context.now)
  if (!facts) throw await displayEndedProblem(context, secretHash)
  const reader = readerOf(facts)
  if (reader.readsFor.length === 0) throw loginMethodRequired(facts.loginMethods)
  return { ...facts, reader }
}

/** A display token reads like an API user of its customer and has no other role: no member, guest or staff. */
const readerOf = ({ id, customer, userId, email, loginMethod, loginMethods }: DisplayFacts): Person => ({
  kind: 'person',
  id: userId,
  email,
  isStaff: false,
  ...openCustomerRoles(loginMethod, [{ customer, role: 'readsFor', loginMethods }]),
  homeCustomer: customer,
  guestOf: null,
  sessionId: id,
  method: 'password',
  loginMethod,
  provedAt: neverProved,
  restriction: null,
  apiToken: { id, customer, scopes: ['read'] },
})
