import { secondFactorSeconds } from '@lintel/contract/identity/waits'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context'
import { hashSecret, randomSecret } from '../random-secret'
import { setChallengeCookie } from '../sessions/cookies'
import type { NewChallenge } from './challenges.store'

/** Lifetime of a challenge, in milliseconds (security C3). */
const challengeMs = secondFactorSeconds * 1_000

/** A new challenge with its ticket; only the hash of the ticket is stored. */
export function newChallenge(
  about: Pick<NewChallenge, 'userId' | 'browserHash' | 'rememberMe' | 'feedCustomer'>,
  now: number,
): NewChallenge & { ticket: string } {
  const ticket = randomSecret()
  return { ...about, ticket, ticketHash: hashSecret(ticket), createdAt: now, expiresAt: now + challengeMs }
}

/**
 * The 401 problem that carries the ticket, which the browser of our page also keeps in a cookie, and the `username` where the
 * client has not named the account.
 */
export function challengeRequested(
  { request, configuration }: Pick<Context, 'request' | 'configuration'>,
  reply: FastifyReply,
  { ticket, username }: { ticket: string; username?: string },
): Problem {
  setChallengeCookie(request, reply, configuration, ticket)
  return new Problem('CHALLENGE_REQUESTED', {
    meta: { result: 'CHALLENGE_REQUESTED', session: ticket, ...(username !== undefined && { username }) },
  })
}
