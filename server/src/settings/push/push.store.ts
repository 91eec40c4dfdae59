import { instantOf } from '../../platform/clock'
import type { Transaction } from '../../platform/database'

/** The phone of a session. */
export interface PushDevice {
  sessionId: string
  tokenHash: Buffer
  sealed: string
  deviceType: 'ios' | 'android'
  now: number
}

/**
 * Registers a phone: in place of what its session registered before, and of whoever used the phone before. It goes with
 * the session (a trigger sees to that, however the session ends).
 */
export async function registerDevice(
  db: Transaction,
  { sessionId, tokenHash, sealed, deviceType, now }: PushDevice,
): Promise<void> {
  await db.deleteFrom('push_device').where('token_hash', '=', tokenHash).where('session_id', '<>', sessionId).execute()
  const row = {
    token_hash: tokenHash,
    token_encrypted: sealed,
    device_type: deviceType,
    registered_at: instantOf(now),
  }
  await db
    .insertInto('push_device')
    .values({ session_id: sessionId, ...row })
    .onConflict((known) => known.column('session_id').doUpdateSet(row))
    .execute()
}
