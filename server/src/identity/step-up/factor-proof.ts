import { freshProofMs } from '@lintel/contract/identity/step-up'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Database, Transaction } from '../../platform/database'
import { strongProofsOf } from '../passkeys/passkeys.store'
import { gaveSecondFactor } from '../sessions/sessions.store'

/**
 * Throws 403 `stepUpRequired` where somebody has a second factor and gave none in this session in the last ten minutes: whoever knows the
 * password alone neither changes it nor adds another one (security C6, C8). The first one is set up by any fresh proof. Passkeys alone count
 * so for staff: anybody else who has lost the only one must be able to put another in its place (decision 177).
 */
export async function requireFactorProof(
  { db, now }: { db: Database | Transaction; now: number },
  { id, sessionId, isStaff }: Person,
): Promise<void> {
  const by = await strongProofsOf(db, id)
  if (!by.includes('code') && !(isStaff && by.includes('passkey'))) return
  if (await gaveSecondFactor(db, sessionId, now - freshProofMs)) return
  throw new Problem('stepUpRequired', { meta: { by } })
}
