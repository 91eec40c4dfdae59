import { resetCode } from '@lintel/contract/identity/password-reset'
import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { Problem } from '@lintel/contract/problems'
import type { AuditEvent } from '../../platform/audit/audit'
import type { Context } from '../../platform/context'
import type { IdentityServices } from '../identity-services'
import { hashOf } from '../own-secret'
import { hashNew, rejectionsFor, takePassword } from '../passwords/new-password'
import { assertPasswordValid } from '../passwords/reject-password'
import { proveMailbox } from '../proof/prove-mailbox'
import {
  findResetOfLink,
  giveBackSubmission,
  holdForReset,
  type OpenReset,
  takeSubmission,
  useResetCode,
} from './password-reset.store'
import { isCodeOf } from './reset-code'

const action = 'password.reset'

/** What somebody sends who got a code. */
export interface SentReset {
  code: string
  email: string
  newPassword: string
}

/**
 * Sets a new password by a mailed code: ends every session and every other way to a new password, and signs nobody in
 * (security C7, D6). Whoever is refused learns nothing but that (security F2).
 */
export async function confirmReset(services: IdentityServices, context: Context, sent: SentReset): Promise<void> {
  const open = await submit(services, context, sent)
  if (!open) throw new Problem('invalidCode')
  const hash = await fitHash(services, context, open, sent.newPassword)
  const isDone = await context.change(async (change) => {
    const { db, now, audit } = change
    await holdForReset(db, open.id)
    if (!(await useResetCode(db, open.reset, now))) {
      audit({ action, result: 'failure', reason: 'used', ...about(open) })
      return false
    }
    // Whoever read the mail has the mailbox.
    await proveMailbox(change, open, 'mail')
    await takePassword(change, open, hash)
    audit({ action, ...about(open) })
    return true
  })
  if (!isDone) throw new Problem('invalidCode')
  services.actors.forgetPerson(open.id)
}

/**
 * The open code that was sent, or that of the mailed link whose secret was. A try of a code is counted before it is looked at, and costs
 * the same statements; what is no code by its form is a link's secret or nothing, and is not counted.
 */
const submit = ({ secrets }: IdentityServices, { change }: Context, { code, email }: SentReset) =>
  change(async ({ db, now, audit }): Promise<OpenReset | undefined> => {
    const typed = resetCode.safeParse(code).data
    const open =
      typed === undefined
        ? await findResetOfLink(db, { email, linkHash: hashOf(code) }, now)
        : await takeSubmission(db, email, now)
    const isRight = open && (typed === undefined || isCodeOf(secrets, typed, open.id, open.stamp))
    audit({
      action: 'password.reset-code',
      ...(open ? about(open) : nobody(email)),
      ...(!isRight && { result: 'failure' as const, reason: open ? 'wrongCode' : 'noCode' }),
    })
    return isRight ? open : undefined
  })

/** The new password hashed. One that is refused, or not hashed because too much is going on, leaves the code as it was. */
async function fitHash(services: IdentityServices, context: Context, open: OpenReset, newPassword: string) {
  try {
    assertPasswordValid(await rejectionsFor(services, open, newPassword), '/newPassword')
    return await hashNew(services, newPassword)
  } catch (error) {
    await context.change(async ({ db, audit }) => {
      if (open.isCounted) await giveBackSubmission(db, open.reset)
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
