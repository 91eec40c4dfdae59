import type { Person } from '@lintel/contract/people/permissions'
import type { Change } from '../../platform/context'
import { closeOtherSessions } from './own-sessions.store'

/**
 * Ends all other sessions of the person that this one reaches and records it in the audit log; the caller has to invalidate `actors`. Returns
 * their ids.
 */
export async function endOtherSessions({ db, now, audit }: Change, actor: Person): Promise<string[]> {
  const ids = await closeOtherSessions(db, actor, now)
  audit({ action: 'session.end-others', customer: actor.homeCustomer, after: { sessions: ids } })
  return ids
}
