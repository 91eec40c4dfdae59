import type { feedLogin } from '@lintel/contract/identity/feed-tokens'
import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context'
import type { Account } from '../guessing/attempt.store'
import type { IdentityServices } from '../identity-services'
import { auditFieldsOf, recordFailedAttempt, recordVerifiedAttempt } from '../login/record-attempt'
import { requestSecondFactor } from '../login/request-second-factor'
import { type PasswordAttempt, tryPassword } from '../login/try-password'
import { withPasswordLock } from '../login/with-password-lock'
import { lockVerifiedPassword } from '../passwords/passwords.store'
import { browserHashOf } from '../sessions/cookies'
import { listFeedCustomers } from './feed-tokens.store'
import { createFeed, exportToken, selectFeedCustomer } from './open-feed'

const action = 'feed-token.login'

/** The credentials, and the customer of the feed. */
export interface FeedCredentials {
  email: string
  password: string
  customer: string | undefined
}

interface FeedLogin {
  services: IdentityServices
  context: Context
  reply: FastifyReply
}

/**
 * Creates a feed token for a password, verified like at any sign-in (security B1, B7); opens no session. With a second factor
 * it returns a challenge that carries the customer: its code creates the feed token and nothing else.
 */
export async function signInForFeed(
  login: FeedLogin,
  { email, password, customer: requestedCustomer }: FeedCredentials,
): Promise<CallAnswer<typeof feedLogin>> {
  const { services, context } = login
  const browserHash = browserHashOf(context.request, context.configuration)
  const attempt = await tryPassword(services, { email, typed: password, browserHash })
  const { account } = attempt
  if (attempt.refusal || !account) {
    await context.change((change) => recordFailedAttempt(change, attempt, email, action))
    throw new Problem('invalid_grant')
  }
  const customer =
    refusalReason(attempt, account) ??
    selectFeedCustomer(await listFeedCustomers(context.db, account.id), requestedCustomer)
  if (customer instanceof Problem) {
    await context.change(async (change) => {
      await recordVerifiedAttempt(change, attempt)
      change.audit({ action, ...auditFieldsOf(account), result: 'failure', reason: customer.code })
    })
    throw customer
  }
  const verified = { attempt, account, action }
  return account.hasSecondFactor
    ? requestSecondFactor(login, verified, { event: 'feed-token.challenge', rememberMe: false, feedCustomer: customer })
    : withPasswordLock(context, verified, () => admit(login, attempt, account, customer))
}

/** A verified password creates no feed token while it has to be replaced. */
function refusalReason(
  { temporaryHash }: PasswordAttempt,
  { resetNeeded, mustUpdatePassword }: Account,
): Problem | undefined {
  if (resetNeeded) return new Problem('password_reset_needed')
  return mustUpdatePassword || temporaryHash ? new Problem('passwordUpdateRequired') : undefined
}

async function admit(
  { services, context }: FeedLogin,
  attempt: PasswordAttempt,
  account: Account,
  customer: string,
): Promise<CallAnswer<typeof feedLogin>> {
  const feed = await context.change(async (change) => {
    await lockVerifiedPassword(change.db, account)
    await recordVerifiedAttempt(change, attempt)
    return createFeed(change, { userId: account.id, email: account.email, customer }, { by: 'password' })
  })
  if (!feed) throw new Problem('notFound')
  const { token } = await exportToken(services, feed, context.now)
  return { accessToken: token, refreshToken: feed.secret }
}
