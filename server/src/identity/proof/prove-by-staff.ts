import { Problem } from '@lintel/contract/problems'
import type { Context } from '../../platform/context'
import type { IdentityServices } from '../identity-services'
import { lockAccountToProve } from './proof.store'
import { proveMailbox } from './prove-mailbox'

/** Records that staff vouch for a mailbox, on installations that send no mail. */
export async function proveByStaff({ actors }: IdentityServices, context: Context, email: string): Promise<void> {
  const id = await context.change(async (change) => {
    if (change.configuration.smtpUrl !== undefined) {
      throw new Problem('conflict', { detail: 'This installation sends mail, which proves an address' })
    }
    const account = await lockAccountToProve(change.db, email.toLowerCase())
    if (!account) throw new Problem('notFound')
    if (!(await proveMailbox(change, account, 'staff'))) {
      const target = { type: 'users', id: account.email }
      change.audit({
        action: 'users.prove-email',
        customer: account.homeCustomer,
        result: 'failure',
        reason: 'proved',
        target,
      })
    }
    return account.id
  })
  actors.forgetPerson(id)
}
