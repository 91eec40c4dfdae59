import type { Tokens } from '@lintel/contract/identity/tokens'
import { Problem } from '@lintel/contract/problems'
import type { Account } from '../guessing/attempt.store'
import { challengeRequested, newChallenge } from '../mfa/challenge'
import { addChallenge } from '../mfa/challenges.store'
import { lockVerifiedPassword, requirePasswordSetup } from '../passwords/passwords.store'
import { lockAccountProof } from '../proof/proof.store'
import { proveByMailedSecret } from '../proof/prove-mailbox'
import { browserHashOf } from '../sessions/cookies'
import { issueSessionTokens, openSession, planSession, toAuthenticatedPerson } from '../sessions/open-session'
import { auditFieldsOf, recordFailedAttempt, recordVerifiedAttempt } from './record-attempt'
import { loginAction as action, type Credentials, type SignIn } from './sign-in'
import type { PasswordAttempt } from './try-password'
import { useCopiedLink } from './use-copied-link'
import { withPasswordLock } from './with-password-lock'

/**
 * Signs in by a mailed secret; the person has to set a password next. The secret proves the mailbox: all earlier credentials of
 * an unproved account are revoked, including a second factor.
 */
export async function admitInvited(
  { services, context, reply }: SignIn,
  attempt: PasswordAttempt,
  account: Account,
  rememberMe: boolean,
): Promise<Tokens> {
  const person = toAuthenticatedPerson({ ...account, mustUpdatePassword: true }, { method: 'password', rememberMe })
  const plan = planSession(services, context, reply, person)
  const outcome = await withPasswordLock(context, { attempt, account, action }, () =>
    context.change(async (change) => {
      const locked = await lockAccountProof(change.db, account.id)
      if (locked?.isProved && account.passwordHash !== null) {
        await recordFailedAttempt(change, { ...attempt, refusal: 'temporary' }, account.email, action)
        return 'refused'
      }
      const { temporaryHash } = attempt
      await lockVerifiedPassword(change.db, { id: account.id, passwordChangedAt: null, temporaryHash })
      await recordVerifiedAttempt(change, attempt)
      const isProof = await proveByMailedSecret(change, account)
      // The mailbox may have been proved by a provider that was deleted since: the account has no other way in.
      if (!isProof) await requirePasswordSetup(change.db, [account.id])
      if (!isProof && account.hasSecondFactor) {
        const { request, configuration } = context
        const browserHash = plan.browserHash ?? browserHashOf(request, configuration)
        const issued = newChallenge({ userId: account.id, browserHash, rememberMe }, context.now)
        await addChallenge(change.db, issued)
        change.audit({ action: 'session.challenge', ...auditFieldsOf(account) })
        return issued
      }
      await openSession(change, plan)
      return undefined
    }),
  )
  services.actors.forgetPerson(account.id)
  if (outcome === 'refused') throw new Problem('invalid_grant')
  if (outcome) throw challengeRequested(context, reply, outcome)
  return issueSessionTokens(services, context, reply, plan)
}

/**
 * Checks whether a wrong password is the secret of a link that an administrator copied. Where that link may not open the
 * account, a link that proves the mailbox is mailed and the response says so.
 */
export async function admitByCopiedLink(
  { services, context, reply }: SignIn,
  attempt: PasswordAttempt,
  { email, password, rememberMe }: Credentials,
): Promise<Tokens> {
  const outcome = await context.change(async (change) => {
    const used = await useCopiedLink(change, attempt, password)
    if (!used) {
      await recordFailedAttempt(change, attempt, email, action)
      return undefined
    }
    if (used.use === 'mailed') {
      change.audit({ action, result: 'failure', reason: 'proofMailed', ...auditFieldsOf(used.account) })
      return 'mailed'
    }
    const account = { ...used.account, mustUpdatePassword: true }
    const person = toAuthenticatedPerson(account, { method: 'password', rememberMe })
    const plan = planSession(services, context, reply, person)
    await openSession(change, plan)
    return plan
  })
  if (outcome === undefined) throw new Problem('invalid_grant')
  if (outcome === 'mailed') throw new Problem('emailProofMailed')
  services.actors.forgetPerson(outcome.person.userId)
  return issueSessionTokens(services, context, reply, outcome)
}
