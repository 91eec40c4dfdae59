import { anonymous } from '@lintel/contract/people/permissions'
import { personId } from '../demo/person-id'
import { hashPassword } from '../src/identity/passwords/hash'
import { applyPassword } from '../src/identity/passwords/new-password'
import { type Change, runChange } from '../src/platform/context'
import type { World } from './world'

/** Lets a test file reset a password in the middle of a request that depends on it, and inspect the result. */
export async function concurrentPasswordReset({ db, platform }: Pick<World, 'db' | 'platform'>) {
  const other = await hashPassword('another password altogether')
  const origin = { actor: anonymous, ip: '127.0.0.1', userAgent: null, requestId: 'reset' }
  /** A change by the anonymous actor. */
  const runConcurrentChange = <T>(run: (change: Change) => Promise<T>) => runChange(platform, origin, run)
  /** Replaces the password and revokes all access, as a reset does. */
  const resetWithin = async (change: Change, email: string) => {
    const id = personId(email)
    await applyPassword(change, { id, homeCustomer: null }, other)
    change.audit({ action: 'password.reset', customer: null, target: { type: 'users', id } })
  }
  return {
    runConcurrentChange,
    resetWithin,
    reset: (email: string) => runConcurrentChange((change) => resetWithin(change, email)),
    /** The open sessions of a user. */
    openSessionsOf: (email: string) =>
      db
        .selectFrom('session')
        .select('id')
        .where('user_id', '=', personId(email))
        .where('ended_at', 'is', null)
        .execute(),
    /** The latest audit event of a user. */
    lastAuditEventOf: (email: string) =>
      db
        .selectFrom('audit_event')
        .select(['action', 'result', 'reason'])
        .where('actor_id', '=', personId(email))
        .orderBy('occurred_at', 'desc')
        .orderBy('sequence', 'desc')
        .limit(1)
        .executeTakeFirst(),
    /** The expected audit event of a sign-in whose password was replaced meanwhile. */
    replaced: (action: string) => ({ action, result: 'failure', reason: 'replaced' }),
  }
}
