import type { Person } from '@lintel/contract/people/permissions'
import type { Change } from '../../platform/context'
import { closeSessionsOf } from './sessions.store'

/** Ends all sessions of the person but the one that asks, and tells the trail; the caller then tells `actors`. Gives their ids. */
export async function endOtherSessions({ db, now, audit }: Change, actor: Person): Promise<string[]> {
  const ids = await closeSessionsOf(db, actor.id, { except: actor.sessionId, reason: 'ended-by-owner', now })
  audit({ action: 'session.end-others', customer: actor.homeCustomer, after: { sessions: ids } })
  return ids
}
