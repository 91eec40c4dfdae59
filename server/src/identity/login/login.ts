import type { Tokens } from '@lintel/contract/identity/tokens'
import { Problem } from '@lintel/contract/problems'
import type { Account } from '../guessing/attempt.store'
import { browserHashOf } from '../sessions/cookies'
import {
  issueSessionTokens,
  openSessionInOneStatement,
  planSession,
  toAuthenticatedPerson,
} from '../sessions/open-session'
import { admitByCopiedLink, admitInvited } from './admit-invited'
import { failuresNotice } from './failures-notice'
import { auditFieldsOf, recordVerifiedAttempt, rehashPassword } from './record-attempt'
import { requestSecondFactor } from './request-second-factor'
import { loginAction as action, type Credentials, type SignIn } from './sign-in'
import { type PasswordAttempt, tryPassword } from './try-password'
import { withPasswordLock } from './with-password-lock'

/** The result of a password attempt. */
type LoginStep =
  | { at: 'refused' }
  | { at: 'resetNeeded'; account: Account }
  | { at: 'challenged'; account: Account }
  | { at: 'invited'; account: Account }
  | { at: 'signedIn'; account: Account }

/** The next step after a password attempt. */
function loginStep({
  account,
  refusal,
  temporaryHash,
}: Pick<PasswordAttempt, 'account' | 'refusal' | 'temporaryHash'>): LoginStep {
  if (refusal || !account) return { at: 'refused' }
  if (temporaryHash) return { at: 'invited', account }
  if (account.resetNeeded) return { at: 'resetNeeded', account }
  return { at: account.hasSecondFactor ? 'challenged' : 'signedIn', account }
}

/** Signs in with a password, or fails with the problem that fits (contract §3). */
export async function signInWithPassword(
  signIn: SignIn,
  { email, password, rememberMe }: Credentials,
): Promise<Tokens> {
  const { services, context, allowance } = signIn
  const browserHash = browserHashOf(context.request, context.configuration)
  const attempt = await tryPassword(services, { email, typed: password, browserHash, ...(allowance && { allowance }) })
  const step = loginStep(attempt)
  switch (step.at) {
    case 'refused':
      return admitByCopiedLink(signIn, attempt, { email, password, rememberMe })
    case 'invited':
      return admitInvited(signIn, attempt, step.account, rememberMe)
    case 'resetNeeded':
      await context.change(async (change) => {
        await recordVerifiedAttempt(change, attempt)
        change.audit({ action, result: 'failure', reason: 'resetNeeded', ...auditFieldsOf(step.account) })
      })
      throw new Problem('password_reset_needed')
    case 'challenged':
      return requestSecondFactor(
        signIn,
        { attempt, account: step.account, action },
        { event: 'session.challenge', rememberMe },
      )
    case 'signedIn':
      return admit(signIn, attempt, step.account, rememberMe)
  }
}

async function admit(
  { services, context, reply }: SignIn,
  attempt: PasswordAttempt,
  account: Account,
  rememberMe: boolean,
): Promise<Tokens> {
  const plan = planSession(services, context, reply, toAuthenticatedPerson(account, { method: 'password', rememberMe }))
  if (attempt.strongerHash !== null) await context.change((change) => rehashPassword(change, attempt, account))
  const mail = failuresNotice(context, attempt, account)
  await withPasswordLock(context, { attempt, account, action }, () =>
    openSessionInOneStatement(context, plan, { countedSubject: attempt.subject, verifiedPassword: account, mail }),
  )
  return issueSessionTokens(services, context, reply, plan)
}
