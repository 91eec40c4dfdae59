import type { Change } from '../../platform/context'
import { bounceInvitation } from './invitation-states.store'

/** Marks the invitation of an undeliverable mail as bounced, if the mail carried one. */
export async function recordBounce({ db, audit }: Change, mail: string): Promise<void> {
  const bounced = await bounceInvitation(db, mail)
  if (!bounced) return
  const { id, customer, email, project } = bounced
  const target = { type: 'invitations', id }
  audit({
    action: 'invitations.bounce',
    customer,
    result: 'failure',
    reason: 'undeliverable',
    target,
    after: { email, project },
  })
}
