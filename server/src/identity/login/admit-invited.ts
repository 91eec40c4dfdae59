import type { Tokens } from '@lintel/contract/identity/tokens'
import { Problem } from '@lintel/contract/problems'
import type { Account } from '../guessing/attempt.store'
import { challengeRequested, newChallenge } from '../mfa/challenge'
import { addChallenge } from '../mfa/mfa.store'
import { holdPassword } from '../passwords/passwords.store'
import { lockUnproved } from '../proof/proof.store'
import { proveByMailedSecret } from '../proof/prove-mailbox'
import { browserHashOf } from '../sessions/cookies'
import { answerSession, openSession, planSession } from '../sessions/open-session'
import { withPasswordLock } from './held-password'
import { aboutAccount, settleRefusal, settleRight } from './settle'
import { loginAction as action, provenBy, type SignIn, type Typed } from './sign-in'
import type { PasswordAttempt } from './try-password'
import { useCopiedLink } from './use-copied-link'

/**
 * Signs in by a secret that was mailed to the person, who sets a password next. It proves the mailbox: whatever else opened the
 * account until now is gone, a second factor among it.
 */
export async function admitInvited(
  { services, context, reply }: SignIn,
  trial: PasswordAttempt,
  account: Account,
  rememberMe: boolean,
): Promise<Tokens> {
  const opening = planSession(services, context, reply, provenBy(account, { rememberMe, isTemporary: true }))
  const outcome = await withPasswordLock(context, { trial, account, action }, () =>
    context.change(async (change) => {
      const locked = await lockUnproved(change.db, account.id)
      if (locked?.isProved && account.passwordHash !== null) {
        await settleRefusal(change, { ...trial, refusal: 'temporary' }, account.email, action)
        return 'refused'
      }
      await holdPassword(change.db, { ...account, passwordChangedAt: null })
      await settleRight(change, trial)
      const isProof = await proveByMailedSecret(change, account)
      if (!isProof && account.hasSecondFactor) {
        const { request, configuration } = context
        const browserHash = opening.browserHash ?? browserHashOf(request, configuration)
        const made = newChallenge({ userId: account.id, browserHash, rememberMe }, context.now)
        await addChallenge(change.db, made)
        change.audit({ action: 'session.challenge', ...aboutAccount(account) })
        return made
      }
      await openSession(change, opening)
      return undefined
    }),
  )
  services.actors.forgetPerson(account.id)
  if (outcome === 'refused') throw new Problem('invalid_grant')
  if (outcome) throw challengeRequested(context, reply, outcome)
  return answerSession(services, context, reply, opening)
}

/**
 * The password was wrong, unless it is the secret of a link that an administrator copied. Where that is not the account's to open, it
 * mails what is, and the answer says so.
 */
export async function admitByCopiedLink(
  { services, context, reply }: SignIn,
  trial: PasswordAttempt,
  { email, password, rememberMe }: Typed,
): Promise<Tokens> {
  const outcome = await context.change(async (change) => {
    const used = await useCopiedLink(change, trial, password)
    if (!used) {
      await settleRefusal(change, trial, email, action)
      return undefined
    }
    if (used.use === 'mailed') {
      change.audit({ action, result: 'failure', reason: 'proofMailed', ...aboutAccount(used.account) })
      return 'mailed'
    }
    const proven = provenBy(used.account, { rememberMe, isTemporary: true })
    const opening = planSession(services, context, reply, proven)
    await openSession(change, opening)
    return opening
  })
  if (outcome === undefined) throw new Problem('invalid_grant')
  if (outcome === 'mailed') throw new Problem('emailProofMailed')
  services.actors.forgetPerson(outcome.proven.userId)
  return answerSession(services, context, reply, outcome)
}
