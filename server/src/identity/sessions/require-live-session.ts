import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Change } from '../../platform/context'
import { lockAccount } from '../account.store'
import { lockSession } from './sessions.store'

/**
 * Locks the account and the session of a person until the transaction ends, in the order of all transactions that end sessions.
 * Throws 401 `sessionExpired` when the session has ended, for changes whose result would outlast it (security D6).
 */
export async function requireLiveSession(
  { db, now }: Pick<Change, 'db' | 'now'>,
  { id, sessionId }: Pick<Person, 'id' | 'sessionId'>,
): Promise<void> {
  await lockAccount(db, id)
  if (!(await lockSession(db, sessionId, now))?.isLive) throw new Problem('sessionExpired')
}
