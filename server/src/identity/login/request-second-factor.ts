import type { FastifyReply } from 'fastify'
import { auditRows } from '../../platform/audit/audit'
import type { Context } from '../../platform/context'
import { challengeRequested, newChallenge } from '../mfa/challenge'
import { addChallengeInOneStatement } from '../mfa/challenges.store'
import { setBrowserCookie } from '../sessions/cookies'
import { failuresNotice } from './failures-notice'
import { auditFieldsOf, rehashPassword } from './record-attempt'
import { type VerifiedAttempt, withPasswordLock } from './with-password-lock'

/** What the second factor will complete. */
export interface FactorRequest {
  /** The audit action. */
  event: 'session.challenge' | 'feed-token.challenge'
  rememberMe: boolean
  /** The code creates a feed token for this customer instead of a session. */
  feedCustomer?: string
}

/**
 * The password is verified and a second factor is required: stores a challenge, throws 401 with its ticket and grants nothing
 * else (security C3).
 */
export async function requestSecondFactor(
  { context, reply }: { context: Context; reply: FastifyReply },
  verified: VerifiedAttempt,
  { event, ...completes }: FactorRequest,
): Promise<never> {
  const { attempt, account } = verified
  const { request, configuration, actor, origin, now } = context
  const browserHash = setBrowserCookie(request, reply, configuration)
  const issued = newChallenge({ userId: account.id, browserHash, ...completes }, now)
  if (attempt.strongerHash !== null) await context.change((change) => rehashPassword(change, attempt, account))
  await withPasswordLock(context, verified, () =>
    addChallengeInOneStatement(context.db, issued, {
      countedSubject: attempt.isCounted ? attempt.subject : null,
      events: auditRows([{ action: event, ...auditFieldsOf(account) }], { actor, ...origin, now }),
      verifiedPassword: account,
      mail: failuresNotice(context, attempt, account),
    }),
  )
  throw challengeRequested(context, reply, issued)
}
