import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Context } from '../../platform/context'
import { lockAccount } from '../account.store'
import type { IdentityServices } from '../identity-services'
import { afterFactorChange } from './after-factor-change'
import { dropChallenges } from './challenges.store'
import { factorOf, removeFactor } from './factor.store'
import { proveByCode, spendProof } from './prove-by-code'

const action = 'mfa.disable'

/**
 * Removes the second factor with its recovery codes, authenticated by one of its codes (security C6). Unless a
 * passkey is left, the sessions lose the second factor: staff have to set up another one before anything else.
 */
export async function disable(
  services: IdentityServices,
  context: Context,
  actor: Person,
  { code, endOthers }: { code: string; endOthers: boolean },
): Promise<void> {
  if (!(await factorOf(context.db, actor.id))) {
    throw new Problem('conflict', { detail: 'No second factor is set up' })
  }
  const proof = await proveByCode(services, context, actor, { code, action })
  const isDone = await context.change(async (change) => {
    const { db, audit } = change
    // Challenges, account, factor: concurrent sign-ins and changes of the factors lock them in this order.
    await dropChallenges(db, actor.id)
    await lockAccount(db, actor.id)
    if (!(await spendProof(change, actor, proof, action))) return false
    await removeFactor(db, actor.id)
    const ended = await afterFactorChange(change, actor, { event: 'second-factor-disabled', endOthers })
    audit({
      action,
      customer: actor.homeCustomer,
      target: { type: 'users', id: actor.id },
      after: { by: proof.verified.by, sessions: ended },
    })
    return true
  })
  if (!isDone) throw new Problem('invalidCode', { pointer: '/code' })
  services.actors.forgetPerson(actor.id)
}
