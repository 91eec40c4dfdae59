import { instantOf } from '../../platform/clock'
import type { Transaction } from '../../platform/database'

/** The phone registered by a session. */
export interface PushDevice {
  sessionId: string
  tokenHash: Buffer
  sealed: string
  deviceType: 'ios' | 'android'
  now: number
}

/**
 * Registers a phone and replaces that of the session and the registration of the phone by another session. A trigger
 * removes it with the session.
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
