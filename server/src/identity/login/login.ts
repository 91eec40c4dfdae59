import type { Tokens } from '@lintel/contract/identity/tokens'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import { auditRows } from '../../platform/audit/audit'
import type { Context } from '../../platform/context'
import type { Account } from '../guessing/attempt.store'
import type { IdentityServices } from '../identity-services'
import { challengeRequested, newChallenge } from '../mfa/challenge'
import { addChallengeAtOnce } from '../mfa/mfa.store'
import { browserHashOf, keepBrowserCookie } from '../sessions/cookies'
import { answerSession, openSessionAtOnce, type Proven, planSession } from '../sessions/open-session'
import { failuresNotice } from './failures-notice'
import { whileHeld } from './held-password'
import { settleRefusal, settleRight, strengthen } from './settle'
import { type Trial, tryPassword } from './try-password'

/** Where somebody stands who gave a password. */
type LoginStep =
  | { at: 'refused' }
  | { at: 'resetNeeded'; account: Account }
  | { at: 'challenged'; account: Account }
  | { at: 'signedIn'; account: Account }

/** What a tried password leads to. */
function loginStep({ account, refusal }: Pick<Trial, 'account' | 'refusal'>): LoginStep {
  if (refusal || !account) return { at: 'refused' }
  if (account.resetNeeded) return { at: 'resetNeeded', account }
  return { at: account.hasSecondFactor ? 'challenged' : 'signedIn', account }
}

/** What was typed into the sign-in form. */
export interface Typed {
  email: string
  password: string
  rememberMe: boolean
}

/** What a sign-in works with. */
interface SignIn {
  services: IdentityServices
  context: Context
  reply: FastifyReply
}

/** Signs in with a password, or fails in the one way that fits (contract §3). */
export async function signInWithPassword(signIn: SignIn, { email, password, rememberMe }: Typed): Promise<Tokens> {
  const { services, context } = signIn
  const browserHash = browserHashOf(context.request, context.configuration)
  const trial = await tryPassword(services, { email, typed: password, browserHash })
  const step = loginStep(trial)
  switch (step.at) {
    case 'refused':
      await context.change((change) => settleRefusal(change, trial, email, 'session.login'))
      throw new Problem('invalid_grant')
    case 'resetNeeded':
      await context.change(async (change) => {
        await settleRight(change, trial)
        change.audit({ action: 'session.login', result: 'failure', reason: 'resetNeeded', ...who(step.account) })
      })
      throw new Problem('password_reset_needed')
    case 'challenged':
      return challenge(signIn, trial, step.account, rememberMe)
    case 'signedIn':
      return admit(signIn, trial, step.account, rememberMe)
  }
}

async function admit(
  { services, context, reply }: SignIn,
  trial: Trial,
  account: Account,
  rememberMe: boolean,
): Promise<Tokens> {
  const opening = planSession(
    services,
    context,
    reply,
    provenBy(account, { rememberMe, isTemporary: trial.isTemporary }),
  )
  if (trial.stronger !== null) await context.change((change) => strengthen(change, trial, account))
  const mail = failuresNotice(context, trial, account)
  await whileHeld(context, { trial, account, action: 'session.login' }, () =>
    openSessionAtOnce(context, opening, { settles: trial.subject, held: account, mail }),
  )
  return answerSession(services, context, reply, opening)
}

/** The password was right, and a second factor is owed: nothing is granted but the ticket to give it (security C3). */
async function challenge(
  { context, reply }: SignIn,
  trial: Trial,
  account: Account,
  rememberMe: boolean,
): Promise<never> {
  const { request, configuration, actor, origin, now } = context
  const browserHash = keepBrowserCookie(request, reply, configuration)
  const made = newChallenge({ userId: account.id, browserHash, rememberMe }, now)
  if (trial.stronger !== null) await context.change((change) => strengthen(change, trial, account))
  await whileHeld(context, { trial, account, action: 'session.login' }, () =>
    addChallengeAtOnce(context.db, made, {
      settles: trial.isCounted ? trial.subject : null,
      events: auditRows([{ action: 'session.challenge', ...who(account) }], { actor, ...origin, now }),
      held: account,
      mail: failuresNotice(context, trial, account),
    }),
  )
  throw challengeRequested(made)
}

const who = ({ id, email, homeCustomer }: Account) => ({ customer: homeCustomer, actor: { id, email } })

const provenBy = (
  account: Account,
  { rememberMe, isTemporary }: { rememberMe: boolean; isTemporary: boolean },
): Proven => ({
  userId: account.id,
  email: account.email,
  isStaff: account.isStaff,
  isAdministrator: account.isAdministrator,
  homeCustomer: account.homeCustomer,
  mustUpdatePassword: account.mustUpdatePassword || isTemporary,
  method: 'password',
  secondFactor: false,
  rememberMe,
})
