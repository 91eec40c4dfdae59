import { anonymous } from '@lintel/contract/people/permissions'
import { personId } from '../demo/person-id'
import { hashPassword } from '../src/identity/passwords/hash'
import { applyPassword } from '../src/identity/passwords/new-password'
import { type Change, runChange } from '../src/platform/context'
import type { World } from './world'

/** Lets a test file replace passwords in the middle of what they let somebody do, and look at what came of it. */
export async function concurrentPasswordReset({ db, platform }: Pick<World, 'db' | 'platform'>) {
  const other = await hashPassword('another password altogether')
  const origin = { actor: anonymous, ip: '127.0.0.1', userAgent: null, requestId: 'reset' }
  /** A change by nobody in particular. */
  const runConcurrentChange = <T>(run: (change: Change) => Promise<T>) => runChange(platform, origin, run)
  /** What a reset does to the password and to all access. */
  const resetWithin = async (change: Change, email: string) => {
    const id = personId(email)
    await applyPassword(change, { id, homeCustomer: null }, other)
    change.audit({ action: 'password.reset', customer: null, target: { type: 'users', id } })
  }
  return {
    runConcurrentChange,
    resetWithin,
    reset: (email: string) => runConcurrentChange((change) => resetWithin(change, email)),
    /** The sessions of somebody that are open. */
    openSessionsOf: (email: string) =>
      db
        .selectFrom('session')
        .select('id')
        .where('user_id', '=', personId(email))
        .where('ended_at', 'is', null)
        .execute(),
    /** What the trail says last of what somebody did. */
    lastAuditEventOf: (email: string) =>
      db
        .selectFrom('audit_event')
        .select(['action', 'result', 'reason'])
        .where('actor_id', '=', personId(email))
        .orderBy('occurred_at', 'desc')
        .orderBy('sequence', 'desc')
        .limit(1)
        .executeTakeFirst(),
    /** What it says of a way in whose password was replaced under way. */
    replaced: (action: string) => ({ action, result: 'failure', reason: 'replaced' }),
  }
}
