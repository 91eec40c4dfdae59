import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context'
import { hashOf, randomSecret } from '../own-secret'
import { keepChallengeCookie, secondFactorSeconds } from '../sessions/cookies'
import type { NewChallenge } from './mfa.store'

/** How long somebody may take to type the code, in milliseconds (security C3). */
const challengeMs = secondFactorSeconds * 1_000

/** A challenge with the ticket that its holder gets; only its hash is stored. */
export function newChallenge(
  about: Pick<NewChallenge, 'userId' | 'browserHash' | 'rememberMe' | 'feedCustomer'>,
  now: number,
): NewChallenge & { ticket: string } {
  const ticket = randomSecret()
  return { ...about, ticket, ticketHash: hashOf(ticket), createdAt: now, expiresAt: now + challengeMs }
}

/**
 * What the holder of a ticket is answered: 401 with the ticket to give the second factor with, which our page's browser keeps, and the
 * `username` of an account that they have not named.
 */
export function challengeRequested(
  { request, configuration }: Pick<Context, 'request' | 'configuration'>,
  reply: FastifyReply,
  { ticket, username }: { ticket: string; username?: string },
): Problem {
  keepChallengeCookie(request, reply, configuration, ticket)
  return new Problem('CHALLENGE_REQUESTED', {
    meta: { result: 'CHALLENGE_REQUESTED', session: ticket, ...(username !== undefined && { username }) },
  })
}
