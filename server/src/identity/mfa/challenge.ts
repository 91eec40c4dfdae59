import { Problem } from '@lintel/contract/problems'
import { hashOf, randomSecret } from '../own-secret'
import type { NewChallenge } from './mfa.store'

/** How long somebody may take to type the code, in milliseconds (security C3). */
const challengeMs = 5 * 60_000

/** A challenge with the ticket that its holder gets; only its hash is stored. */
export function newChallenge(
  about: Pick<NewChallenge, 'userId' | 'browserHash' | 'rememberMe' | 'feedCustomer'>,
  now: number,
): NewChallenge & { ticket: string } {
  const ticket = randomSecret()
  return { ...about, ticket, ticketHash: hashOf(ticket), createdAt: now, expiresAt: now + challengeMs }
}

/** What the holder of a ticket is answered: 401 with the ticket to give the second factor with. */
export const challengeRequested = ({ ticket }: { ticket: string }) =>
  new Problem('CHALLENGE_REQUESTED', { meta: { result: 'CHALLENGE_REQUESTED', session: ticket } })
