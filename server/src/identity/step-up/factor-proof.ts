import { freshProofMs } from '@lintel/contract/identity/step-up'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Database, Transaction } from '../../platform/database'
import { strongProofsOf } from '../passkeys/passkeys.store'
import { hasSecondFactorSince } from '../sessions/sessions.store'

/**
 * Throws 403 `stepUpRequired` where a person has a second factor and did not use it in this session within the last ten
 * minutes, so that the password alone can neither change the factor nor add another one (security C6, C8). The first factor
 * only needs a recent authentication. Passkeys alone only count for staff: others who have lost their only passkey must be able
 * to replace it (decision 177).
 */
export async function requireFactorProof(
  { db, now }: { db: Database | Transaction; now: number },
  { id, sessionId, isStaff }: Person,
): Promise<void> {
  const by = await strongProofsOf(db, id)
  if (!by.includes('code') && !(isStaff && by.includes('passkey'))) return
  if (await hasSecondFactorSince(db, sessionId, now - freshProofMs)) return
  throw new Problem('stepUpRequired', { meta: { by } })
}
