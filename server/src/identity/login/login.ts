import type { Tokens } from '@lintel/contract/identity/tokens'
import { Problem } from '@lintel/contract/problems'
import type { Account } from '../guessing/attempt.store'
import { browserHashOf } from '../sessions/cookies'
import { answerSession, openSessionInOneStatement, planSession } from '../sessions/open-session'
import { admitByCopiedLink, admitInvited } from './admit-invited'
import { askForFactor } from './ask-for-factor'
import { failuresNotice } from './failures-notice'
import { withPasswordLock } from './held-password'
import { aboutAccount, settleRight, strengthen } from './settle'
import { loginAction as action, provenBy, type SignIn, type Typed } from './sign-in'
import { type PasswordAttempt, tryPassword } from './try-password'

/** Where somebody stands who gave a password. */
type LoginStep =
  | { at: 'refused' }
  | { at: 'resetNeeded'; account: Account }
  | { at: 'challenged'; account: Account }
  | { at: 'invited'; account: Account }
  | { at: 'signedIn'; account: Account }

/** What a tried password leads to. */
function loginStep({
  account,
  refusal,
  isTemporary,
}: Pick<PasswordAttempt, 'account' | 'refusal' | 'isTemporary'>): LoginStep {
  if (refusal || !account) return { at: 'refused' }
  if (isTemporary) return { at: 'invited', account }
  if (account.resetNeeded) return { at: 'resetNeeded', account }
  return { at: account.hasSecondFactor ? 'challenged' : 'signedIn', account }
}

/** Signs in with a password, or fails in the one way that fits (contract §3). */
export async function signInWithPassword(signIn: SignIn, { email, password, rememberMe }: Typed): Promise<Tokens> {
  const { services, context, allowance } = signIn
  const browserHash = browserHashOf(context.request, context.configuration)
  const trial = await tryPassword(services, { email, typed: password, browserHash, ...(allowance && { allowance }) })
  const step = loginStep(trial)
  switch (step.at) {
    case 'refused':
      return admitByCopiedLink(signIn, trial, { email, password, rememberMe })
    case 'invited':
      return admitInvited(signIn, trial, step.account, rememberMe)
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
  trial: PasswordAttempt,
  account: Account,
  rememberMe: boolean,
): Promise<Tokens> {
  const opening = planSession(services, context, reply, provenBy(account, { rememberMe, isTemporary: false }))
  if (trial.stronger !== null) await context.change((change) => strengthen(change, trial, account))
  const mail = failuresNotice(context, trial, account)
  await withPasswordLock(context, { trial, account, action }, () =>
    openSessionInOneStatement(context, opening, { settles: trial.subject, held: account, mail }),
  )
  return answerSession(services, context, reply, opening)
}
