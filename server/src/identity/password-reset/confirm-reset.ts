import { resetCode } from '@lintel/contract/identity/password-reset'
import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { Problem } from '@lintel/contract/problems'
import type { AuditEvent } from '../../platform/audit/audit'
import type { Context } from '../../platform/context'
import type { IdentityServices } from '../identity-services'
import { applyPassword, hashNewPassword, rejectionsFor } from '../passwords/new-password'
import { assertPasswordValid } from '../passwords/password-rejections'
import { proveMailbox } from '../proof/prove-mailbox'
import { hashSecret } from '../random-secret'
import {
  countSubmission,
  findResetByLink,
  lockForReset,
  type OpenReset,
  refundSubmission,
  useResetCode,
} from './password-reset.store'
import { isCodeOf } from './reset-code'

const action = 'password.reset'

/** The values of the reset form. */
export interface ResetSubmission {
  code: string
  email: string
  newPassword: string
}

/**
 * Sets a new password by a mailed code or link: ends all sessions and all pending password changes; does not sign in (security
 * C7, D6). A refusal reveals nothing else (security F2).
 */
export async function confirmReset(
  services: IdentityServices,
  context: Context,
  submission: ResetSubmission,
): Promise<void> {
  const open = await findMatchingReset(services, context, submission)
  if (!open) throw new Problem('invalidCode')
  const hash = await hashValidPassword(services, context, open, submission.newPassword)
  const isDone = await context.change(async (change) => {
    const { db, now, audit } = change
    await lockForReset(db, open.id)
    if (!(await useResetCode(db, open.reset, now))) {
      audit({ action, result: 'failure', reason: 'used', ...about(open) })
      return false
    }
    // Knowing the code proves the mailbox.
    await proveMailbox(change, open, 'mail')
    await applyPassword(change, open, hash)
    audit({ action, ...about(open) })
    return true
  })
  if (!isDone) throw new Problem('invalidCode')
  services.actors.forgetPerson(open.id)
}

/**
 * The pending reset of the submitted code or link secret. A code is counted before it is compared, with the same statements in
 * every case; a value without the form of a code can only be a link secret and is not counted.
 */
const findMatchingReset = ({ secrets }: IdentityServices, { change }: Context, { code, email }: ResetSubmission) =>
  change(async ({ db, now, audit }): Promise<OpenReset | undefined> => {
    const typed = resetCode.safeParse(code).data
    const open =
      typed === undefined
        ? await findResetByLink(db, { email, linkHash: hashSecret(code) }, now)
        : await countSubmission(db, email, now)
    const isRight = open && (typed === undefined || isCodeOf(secrets, typed, open.id, open.stamp))
    audit({
      action: 'password.reset-code',
      ...(open ? about(open) : nobody(email)),
      ...(!isRight && { result: 'failure' as const, reason: open ? 'wrongCode' : 'noCode' }),
    })
    return isRight ? open : undefined
  })

/** Validates and hashes the new password. If it is rejected, or the server is overloaded, the counted submission is refunded. */
async function hashValidPassword(services: IdentityServices, context: Context, open: OpenReset, newPassword: string) {
  try {
    assertPasswordValid(await rejectionsFor(services, open, newPassword), '/newPassword')
    return await hashNewPassword(services, newPassword)
  } catch (error) {
    await context.change(async ({ db, audit }) => {
      if (open.isCounted) await refundSubmission(db, open.reset)
      audit({ action, result: 'failure', reason: 'rejected', ...about(open) })
    })
    throw error
  }
}

const about = ({ id, email, homeCustomer }: OpenReset): Pick<AuditEvent, 'customer' | 'actor' | 'target'> => ({
  customer: homeCustomer,
  actor: { id, email },
  target: { type: 'users', id },
})

const nobody = (email: string): Pick<AuditEvent, 'customer' | 'actor'> => ({
  customer: null,
  actor: { id: null, email: emailPattern.test(email) ? email : null },
})
