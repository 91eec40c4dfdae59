import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import { instantOf } from '../../platform/clock'
import type { Change, Context } from '../../platform/context'
import { enqueueMail } from '../../platform/mail/mail'
import { lockAccount } from '../account.store'
import type { IdentityServices } from '../identity-services'
import { withdrawAccess } from '../sessions/withdraw-access'
import { requireFactorProof } from '../step-up/factor-proof'
import { dropChallenges } from './challenges.store'
import { findOwner, removeAllFactors } from './factor.store'

const action = 'mfa.disable'

/**
 * Removes all second factors of a person who has lost them; staff prove their own factor for it. All sessions of the person are
 * ended, in case a phone was stolen, and the person is notified (decision 270).
 */
export async function removeByStaff(
  { actors }: IdentityServices,
  context: Context,
  actor: Person,
  email: string,
): Promise<void> {
  const removed = await context.change((change) => removeAll(change, actor, email))
  if (!removed) throw new Problem('conflict', { detail: 'No second factor is set up' })
  actors.forgetPerson(removed.id)
}

async function removeAll(change: Change, actor: Person, email: string): Promise<{ id: string } | undefined> {
  const { db, now, audit } = change
  await requireFactorProof(change, actor)
  const owner = await findOwner(db, email)
  if (!owner) throw new Problem('notFound')
  const about = { action, customer: owner.homeCustomer, target: { type: 'users', id: owner.email } }
  // Challenges, account, factors, sessions: concurrent sign-ins and changes of the factors lock them in this order.
  await dropChallenges(db, owner.id)
  await lockAccount(db, owner.id)
  const removed = await removeAllFactors(db, owner.id)
  if (!removed) {
    audit({ ...about, result: 'failure', reason: 'disabled' })
    return undefined
  }
  await withdrawAccess(change, owner.id, { reason: 'access-withdrawn' })
  await enqueueMail(change, {
    to: owner.id,
    kind: 'second-factor-removed-by-staff',
    values: { at: instantOf(now) },
    customer: owner.homeCustomer,
  })
  audit({ ...about, before: { ...removed }, after: { by: 'staff' } })
  return owner
}
