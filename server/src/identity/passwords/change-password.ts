import type { PasswordRejection } from '@lintel/contract/identity/passwords'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { AuditEvent } from '../../platform/audit/audit'
import type { Change, Context } from '../../platform/context'
import { tooManyMails } from '../../platform/mail/allowance'
import { type Account, dropAttempt } from '../guessing/attempt.store'
import type { IdentityServices } from '../identity-services'
import { settleRefusal, settleRight } from '../login/settle'
import { type PasswordAttempt, tryPassword } from '../login/try-password'
import { mailPasswordLink } from '../password-reset/password-link'
import { browserHashOf } from '../sessions/cookies'
import { markProved } from '../sessions/sessions.store'
import { hashNew, type PasswordOwner, rejectionsFor, takePassword } from './new-password'
import { lockPassword, mustSetPassword } from './passwords.store'
import { assertPasswordValid } from './reject-password'

const action = 'password.change'

/** A password and the one that is to take its place. */
export interface PasswordChange {
  oldPassword: string
  newPassword: string
}

/** Changes the password of the person who is signed in; every other session of theirs ends. */
export async function changeOwnPassword(
  services: IdentityServices,
  context: Context,
  actor: Person,
  { oldPassword, newPassword }: PasswordChange,
): Promise<void> {
  const { email, sessionId } = actor
  const browserHash = browserHashOf(context.request, context.configuration)
  const trial = await tryPassword(services, { email, typed: oldPassword, browserHash })
  const { account } = trial
  if (trial.refusal || !account) {
    await context.change((change) => settleRefusal(change, trial, email, action))
    throw wrongPassword()
  }
  const { rejected, hash } = await judgeNew(services, trial, actor, { oldPassword, newPassword })
  const isStill = await context.change(async (change) => {
    if (!(await lockPassword(change.db, account))) return tellReplaced(change, trial, email)
    await settleRight(change, trial)
    if (hash !== undefined) await takePassword(change, actor, hash, sessionId)
    if (hash !== undefined) await markProved(change.db, sessionId, change.now)
    change.audit({
      action,
      customer: actor.homeCustomer,
      target: { type: 'users', id: actor.id },
      ...(hash === undefined && { result: 'failure' as const, reason: 'rejected' }),
    })
    return true
  })
  if (!isStill) throw wrongPassword()
  services.actors.forgetPerson(actor.id)
  assertPasswordValid(rejected, '/newPassword')
}

/** Not 401: a mistyped password signs nobody out (security S7). */
const wrongPassword = () => new Problem('wrongPassword', { pointer: '/oldPassword' })

/** Somebody was faster while the old password was hashed: it is a wrong one by now (security D6). */
async function tellReplaced(change: Change, trial: PasswordAttempt, email: string): Promise<false> {
  await settleRefusal(change, { ...trial, refusal: 'replaced' }, email, action)
  return false
}

/**
 * The new password hashed, or why it cannot be it. Where too much is going on, the attempt on the old one, which was right,
 * gives its place back (security B2).
 */
async function judgeNew(
  services: IdentityServices,
  { isCounted, subject }: PasswordAttempt,
  owner: PasswordOwner,
  { oldPassword, newPassword }: PasswordChange,
): Promise<{ rejected: PasswordRejection[]; hash?: string }> {
  try {
    const rejected = await rejectionsFor(services, owner, newPassword, oldPassword)
    return rejected.length > 0 ? { rejected } : { rejected, hash: await hashNew(services, newPassword) }
  } catch (error) {
    if (isCounted) await dropAttempt(services.platform.db, subject)
    throw error
  }
}

/**
 * Replaces a password that is no longer accepted, by whoever knows it; signs nobody in (security S10). Where mail is sent, the
 * mailbox has the last word: a password that had to be given up may be known to others.
 */
export async function replaceInvalidPassword(
  services: IdentityServices,
  context: Context,
  { email, oldPassword, newPassword }: PasswordChange & { email: string },
): Promise<void> {
  const browserHash = browserHashOf(context.request, context.configuration)
  const trial = await tryPassword(services, { email, typed: oldPassword, browserHash })
  const { account } = trial
  if (trial.refusal || !account || !account.resetNeeded) {
    // VerifiedAttempt, but not to be replaced this way: answered like a wrong one, counted as what it is.
    await context.change(async (change) => {
      if (trial.refusal) return settleRefusal(change, trial, email, action)
      await settleRight(change, trial)
      change.audit({ action, result: 'failure', reason: 'noResetNeeded', ...by(account) })
    })
    throw new Problem('invalid_grant')
  }
  const { rejected, hash } = await judgeNew(services, trial, account, { oldPassword, newPassword })
  const outcome = await context.change(async (change): Promise<'done' | 'replaced' | 'tooOften'> => {
    if (!(await lockPassword(change.db, account))) {
      await tellReplaced(change, trial, email)
      return 'replaced'
    }
    await settleRight(change, trial)
    if (hash === undefined) {
      change.audit({ action, result: 'failure', reason: 'rejected', ...by(account) })
      return 'done'
    }
    if (context.configuration.smtpUrl === undefined) {
      await takePassword(change, account, hash)
      change.audit({ action, ...by(account) })
      return 'done'
    }
    const isMailed = await mailPasswordLink(change, account, hash)
    const told = isMailed ? {} : { result: 'failure' as const, reason: 'tooOften' }
    change.audit({ action: 'password.mail-link', ...told, ...by(account) })
    return isMailed ? 'done' : 'tooOften'
  })
  if (outcome === 'replaced') throw new Problem('invalid_grant')
  services.actors.forgetPerson(account.id)
  assertPasswordValid(rejected, '/newPassword')
  if (outcome === 'tooOften') throw tooManyMails()
}

const by = (account: Account | null): Pick<AuditEvent, 'customer' | 'actor' | 'target'> => ({
  customer: account?.homeCustomer ?? null,
  actor: { id: account?.id ?? null, email: account?.email ?? null },
  ...(account && { target: { type: 'users', id: account.id } }),
})

/** Sets the first password of the person who is signed in by an invitation (security S9). */
export async function setOwnPassword(
  services: IdentityServices,
  context: Context,
  actor: Person,
  typed: string,
): Promise<void> {
  assertPasswordValid(await rejectionsFor(services, actor, typed), '/password')
  const hash = await hashNew(services, typed)
  await context.change(async (change) => {
    // Somebody else may have been faster by the same invitation.
    if (!(await mustSetPassword(change.db, actor.id))) throw new Problem('forbidden')
    await takePassword(change, actor, hash, actor.sessionId)
    await markProved(change.db, actor.sessionId, change.now)
    change.audit({ action: 'password.set', customer: actor.homeCustomer, target: { type: 'users', id: actor.id } })
  })
  services.actors.forgetPerson(actor.id)
}
