import { openCustomerRoles, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration } from '../../platform/configuration'
import type { Context } from '../../platform/context'
import { cookieName, cookieOptions } from '../../platform/cookies'
import { loginMethodRequired } from '../../platform/refusal'
import { recordEndedUse } from '../credentials/ended-use'
import type { EndedToken } from '../credentials/stored-tokens.store'
import { endDetail, tokenPerson } from '../credentials/token-person'
import { hashSecret } from '../random-secret'
import { type DisplayFacts, useDisplayToken } from './display-tokens.store'

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

/** The problem for an invalid display token. The reason is only given to a client that holds the secret of a known token. */
export const displayEndedProblem = (ended: EndedToken | undefined): Problem =>
  new Problem('sessionExpired', {
    ...(ended && { meta: { reason: ended.reason } }),
    detail: ended ? endDetail('display token', ended.reason) : 'The display token is unknown',
  })

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
  if (!facts) throw displayEndedProblem(await recordEndedUse(context, 'display_token', secretHash))
  const reader = readerOf(facts)
  if (reader.readsFor.length === 0) throw loginMethodRequired(facts.loginMethods)
  return { ...facts, reader }
}

/** A display token reads like an API user of its customer and has no other role. */
const readerOf = ({ id, customer, userId, email, loginMethod, loginMethods }: DisplayFacts): Person => ({
  ...tokenPerson(
    { id, userId, email, homeCustomer: customer, loginMethod },
    openCustomerRoles(loginMethod, [{ customer, role: 'readsFor', loginMethods }]),
  ),
  apiToken: { id, customer, scopes: ['read'] },
})
