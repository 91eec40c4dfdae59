import type { FastifyReply } from 'fastify'
import { auditRows } from '../../platform/audit/audit'
import type { Context } from '../../platform/context'
import { challengeRequested, newChallenge } from '../mfa/challenge'
import { addChallengeInOneStatement } from '../mfa/mfa.store'
import { keepBrowserCookie } from '../sessions/cookies'
import { failuresNotice } from './failures-notice'
import { type VerifiedAttempt, withPasswordLock } from './held-password'
import { aboutAccount, strengthen } from './settle'

/** What the second factor is to complete. */
export interface Completes {
  /** What the audit trail calls the asking. */
  event: 'session.challenge' | 'feed-token.challenge'
  rememberMe: boolean
  /** The code opens no session: it makes a feed token for this customer. */
  feedCustomer?: string
}

/** The password was right, and a second factor is owed: nothing is granted but the ticket to give it (security C3). */
export async function askForFactor(
  { context, reply }: { context: Context; reply: FastifyReply },
  right: VerifiedAttempt,
  { event, ...completes }: Completes,
): Promise<never> {
  const { trial, account } = right
  const { request, configuration, actor, origin, now } = context
  const browserHash = keepBrowserCookie(request, reply, configuration)
  const made = newChallenge({ userId: account.id, browserHash, ...completes }, now)
  if (trial.stronger !== null) await context.change((change) => strengthen(change, trial, account))
  await withPasswordLock(context, right, () =>
    addChallengeInOneStatement(context.db, made, {
      settles: trial.isCounted ? trial.subject : null,
      events: auditRows([{ action: event, ...aboutAccount(account) }], { actor, ...origin, now }),
      held: account,
      mail: failuresNotice(context, trial, account),
    }),
  )
  throw challengeRequested(context, reply, made)
}
