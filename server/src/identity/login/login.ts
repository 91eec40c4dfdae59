import type { Tokens } from '@lintel/contract/identity/tokens'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context'
import type { Account } from '../guessing/attempt.store'
import type { IdentityServices } from '../identity-services'
import { browserHashOf } from '../sessions/cookies'
import { answerSession, openSessionAtOnce, type Proven, planSession } from '../sessions/open-session'
import { askForFactor } from './ask-for-factor'
import { failuresNotice } from './failures-notice'
import { whileHeld } from './held-password'
import { aboutAccount, settleRefusal, settleRight, strengthen } from './settle'
import { type Trial, tryPassword } from './try-password'

const action = 'session.login'

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
      await context.change((change) => settleRefusal(change, trial, email, action))
      throw new Problem('invalid_grant')
    case 'resetNeeded':
      await context.change(async (change) => {
        await settleRight(change, trial)
        change.audit({ action, result: 'failure', reason: 'resetNeeded', ...aboutAccount(step.account) })
      })
      throw new Problem('password_reset_needed')
    case 'challenged':
      return askForFactor(signIn, { trial, account: step.account, action }, { event: 'session.challenge', rememberMe })
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
  await whileHeld(context, { trial, account, action }, () =>
    openSessionAtOnce(context, opening, { settles: trial.subject, held: account, mail }),
  )
  return answerSession(services, context, reply, opening)
}

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
