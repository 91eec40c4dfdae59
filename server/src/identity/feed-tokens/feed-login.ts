import type { feedLogin } from '@lintel/contract/identity/feed-tokens'
import type { CallAnswer } from '@lintel/contract/jsonapi/call'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context'
import type { Account } from '../guessing/attempt.store'
import type { IdentityServices } from '../identity-services'
import { askForFactor } from '../login/ask-for-factor'
import { failuresNotice } from '../login/failures-notice'
import { withPasswordLock } from '../login/held-password'
import { aboutAccount, settleRefusal, settleRight } from '../login/settle'
import { type PasswordAttempt, tryPassword } from '../login/try-password'
import { holdPassword } from '../passwords/passwords.store'
import { browserHashOf } from '../sessions/cookies'
import { customersOfFeeds, recordInOneStatement } from './feed-tokens.store'
import { exportToken, feedCustomer, openFeed } from './open-feed'

const action = 'feed-token.login'

/** What was typed, and the customer that the feed is to be of. */
export interface FeedTyped {
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
 * Makes a feed token for a password, tried like at any sign-in (security B1, B7). No session is opened. With a second factor it
 * answers the challenge, which carries the customer: its code makes the feed token and nothing else.
 */
export async function signInForFeed(
  login: FeedLogin,
  { email, password, customer: asked }: FeedTyped,
): Promise<CallAnswer<typeof feedLogin>> {
  const { services, context } = login
  const browserHash = browserHashOf(context.request, context.configuration)
  const trial = await tryPassword(services, { email, typed: password, browserHash })
  const { account } = trial
  if (trial.refusal || !account) {
    await context.change((change) => settleRefusal(change, trial, email, action))
    throw new Problem('invalid_grant')
  }
  const customer = refusalOf(trial, account) ?? feedCustomer(await customersOfFeeds(context.db, account.id), asked)
  if (customer instanceof Problem) {
    await context.change(async (change) => {
      await settleRight(change, trial)
      change.audit({ action, ...aboutAccount(account), result: 'failure', reason: customer.code })
    })
    throw customer
  }
  const right = { trial, account, action }
  return account.hasSecondFactor
    ? askForFactor(login, right, { event: 'feed-token.challenge', rememberMe: false, feedCustomer: customer })
    : withPasswordLock(context, right, () => admit(login, trial, account, customer))
}

/** Why a right password makes no feed token: it has to be replaced first. */
function refusalOf(
  { isTemporary }: PasswordAttempt,
  { resetNeeded, mustUpdatePassword }: Account,
): Problem | undefined {
  if (resetNeeded) return new Problem('password_reset_needed')
  return mustUpdatePassword || isTemporary ? new Problem('passwordUpdateRequired') : undefined
}

async function admit(
  { services, context }: FeedLogin,
  trial: PasswordAttempt,
  account: Account,
  customer: string,
): Promise<CallAnswer<typeof feedLogin>> {
  const notice = failuresNotice(context, trial, account)
  const feed = await context.change(async (change) => {
    await holdPassword(change.db, account)
    await settleRight(change, trial)
    if (notice) await recordInOneStatement(change.db, notice)
    return openFeed(change, { userId: account.id, email: account.email, customer }, { by: 'password' })
  })
  if (!feed) throw new Problem('notFound')
  const { token } = await exportToken(services, feed, context.now)
  return { accessToken: token, refreshToken: feed.secret }
}
