import type { PasswordRejection } from '@lintel/contract/identity/passwords'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { AuditEvent } from '../../platform/audit/audit'
import type { Change, Context } from '../../platform/context'
import { tooManyMails } from '../../platform/mail/allowance'
import { type Account, cancelAttempt } from '../guessing/attempt.store'
import type { IdentityServices } from '../identity-services'
import { recordFailedAttempt, recordVerifiedAttempt } from '../login/record-attempt'
import { type PasswordAttempt, tryPassword, withoutTemporary } from '../login/try-password'
import { mailPasswordLink } from '../password-reset/password-link'
import { browserHashOf } from '../sessions/cookies'
import { requireLiveSession } from '../sessions/require-live-session'
import { markProved } from '../sessions/sessions.store'
import { applyPassword, hashNewPassword, type PasswordOwner, rejectionsFor } from './new-password'
import { assertPasswordValid } from './password-rejections'
import { lockPasswordForChange, mustSetPassword } from './passwords.store'

const action = 'password.change'

/** The old and the new password. */
export interface PasswordChange {
  oldPassword: string
  newPassword: string
}

/** Changes the password of the signed-in person; all their other sessions end. */
export async function changeOwnPassword(
  services: IdentityServices,
  context: Context,
  actor: Person,
  { oldPassword, newPassword }: PasswordChange,
): Promise<void> {
  const { email, sessionId } = actor
  const browserHash = browserHashOf(context.request, context.configuration)
  const attempt = withoutTemporary(await tryPassword(services, { email, typed: oldPassword, browserHash }))
  const { account } = attempt
  if (attempt.refusal || !account) {
    await context.change((change) => recordFailedAttempt(change, attempt, email, action))
    throw wrongPassword()
  }
  const { rejected, hash } = await validateNewPassword(services, attempt, actor, { oldPassword, newPassword })
  const isUnchanged = await context.change(async (change) => {
    if (!(await lockPasswordForChange(change.db, account))) return recordReplaced(change, attempt, email)
    await recordVerifiedAttempt(change, attempt)
    if (hash !== undefined) await applyPassword(change, actor, hash, sessionId)
    if (hash !== undefined) await markProved(change.db, sessionId, change.now)
    change.audit({
      action,
      customer: actor.homeCustomer,
      target: { type: 'users', id: actor.id },
      ...(hash === undefined && { result: 'failure' as const, reason: 'rejected' }),
    })
    return true
  })
  if (!isUnchanged) throw wrongPassword()
  services.actors.forgetPerson(actor.id)
  assertPasswordValid(rejected, '/newPassword')
}

/** 422, not 401: a mistyped password must not sign anybody out (security S7). */
const wrongPassword = () => new Problem('wrongPassword', { pointer: '/oldPassword' })

/** The password was replaced while the old one was being verified, so that it is wrong now (security D6). */
async function recordReplaced(change: Change, attempt: PasswordAttempt, email: string): Promise<false> {
  await recordFailedAttempt(change, { ...attempt, refusal: 'replaced' }, email, action)
  return false
}

/**
 * Validates and hashes the new password, or returns the rejections. If the server is overloaded, the attempt with the old
 * password, which was right, is cancelled (security B2).
 */
async function validateNewPassword(
  services: IdentityServices,
  { isCounted, subject }: PasswordAttempt,
  owner: PasswordOwner,
  { oldPassword, newPassword }: PasswordChange,
): Promise<{ rejected: PasswordRejection[]; hash?: string }> {
  try {
    const rejected = await rejectionsFor(services, owner, newPassword, oldPassword)
    return rejected.length > 0 ? { rejected } : { rejected, hash: await hashNewPassword(services, newPassword) }
  } catch (error) {
    if (isCounted) await cancelAttempt(services.platform.db, subject)
    throw error
  }
}

/**
 * Replaces a password that must be reset, by whoever knows it; does not sign in (security S10). Where mail is sent, the change
 * has to be confirmed by mail: others may know a password that had to be reset.
 */
export async function replaceInvalidPassword(
  services: IdentityServices,
  context: Context,
  { email, oldPassword, newPassword }: PasswordChange & { email: string },
): Promise<void> {
  const browserHash = browserHashOf(context.request, context.configuration)
  const attempt = withoutTemporary(await tryPassword(services, { email, typed: oldPassword, browserHash }))
  const { account } = attempt
  if (attempt.refusal || !account || !account.resetNeeded) {
    // The password is right but needs no reset: the response is that of a wrong one, the attempt counts as successful.
    await context.change(async (change) => {
      if (attempt.refusal) return recordFailedAttempt(change, attempt, email, action)
      await recordVerifiedAttempt(change, attempt)
      change.audit({ action, result: 'failure', reason: 'noResetNeeded', ...auditFields(account) })
    })
    throw new Problem('invalid_grant')
  }
  const { rejected, hash } = await validateNewPassword(services, attempt, account, { oldPassword, newPassword })
  const outcome = await context.change(async (change): Promise<'done' | 'replaced' | 'tooOften'> => {
    if (!(await lockPasswordForChange(change.db, account))) {
      await recordReplaced(change, attempt, email)
      return 'replaced'
    }
    await recordVerifiedAttempt(change, attempt)
    if (hash === undefined) {
      change.audit({ action, result: 'failure', reason: 'rejected', ...auditFields(account) })
      return 'done'
    }
    if (context.configuration.smtpUrl === undefined) {
      await applyPassword(change, account, hash)
      change.audit({ action, ...auditFields(account) })
      return 'done'
    }
    const isMailed = await mailPasswordLink(change, account, hash)
    const failure = isMailed ? {} : { result: 'failure' as const, reason: 'tooOften' }
    change.audit({ action: 'password.mail-link', ...failure, ...auditFields(account) })
    return isMailed ? 'done' : 'tooOften'
  })
  if (outcome === 'replaced') throw new Problem('invalid_grant')
  services.actors.forgetPerson(account.id)
  assertPasswordValid(rejected, '/newPassword')
  if (outcome === 'tooOften') throw tooManyMails()
}

const auditFields = (account: Account | null): Pick<AuditEvent, 'customer' | 'actor' | 'target'> => ({
  customer: account?.homeCustomer ?? null,
  actor: { id: account?.id ?? null, email: account?.email ?? null },
  ...(account && { target: { type: 'users', id: account.id } }),
})

/** Sets the first password of a person who signed in by an invitation (security S9). */
export async function setOwnPassword(
  services: IdentityServices,
  context: Context,
  actor: Person,
  typed: string,
): Promise<void> {
  assertPasswordValid(await rejectionsFor(services, actor, typed), '/password')
  const hash = await hashNewPassword(services, typed)
  await context.change(async (change) => {
    // A concurrent request may have used the same invitation.
    if (!(await mustSetPassword(change.db, actor.id))) throw new Problem('forbidden')
    // The invitation may have been revoked while the password was hashed, which ended the session that it opened.
    await requireLiveSession(change, actor)
    await applyPassword(change, actor, hash, actor.sessionId)
    await markProved(change.db, actor.sessionId, change.now)
    change.audit({ action: 'password.set', customer: actor.homeCustomer, target: { type: 'users', id: actor.id } })
  })
  services.actors.forgetPerson(actor.id)
}
