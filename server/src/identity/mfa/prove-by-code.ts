import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Change, Context } from '../../platform/context'
import type { IdentityServices } from '../identity-services'
import type { VerifiedCode } from './codes'
import { parseCode, verifyEnteredCode } from './entered-code'
import { countAttempt, spendCode } from './factor.store'
import { recoveryNotice } from './factor-notices'

/** A verified code of a signed-in person, to be spent in the transaction that it allows. */
export interface CodeProof {
  verified: VerifiedCode
  codesLeft: number
}

/**
 * Verifies a code of the signed-in person's second factor; the attempt is counted first (security C4). Throws 400
 * `invalidCode`, also for a factor that is locked out or missing.
 */
export async function proveByCode(
  { secrets }: IdentityServices,
  context: Context,
  actor: Person,
  { code, action }: { code: string; action: string },
): Promise<CodeProof> {
  const { db, now, request } = context
  const entered = parseCode(code)
  const factor = await countAttempt(db, actor.id, entered, now)
  const verified = factor && verifyEnteredCode({ secrets, log: request.log }, factor, entered, now)
  if (verified) return { verified, codesLeft: factor.codesLeft }
  await context.change(async (change) => {
    auditFailure(change, actor, action, factor ? 'wrongCode' : 'blocked')
    const { id, homeCustomer: customer } = actor
    const after = { blockedUntil: factor?.blockedUntil }
    if (factor?.blockedUntil) change.audit({ action: 'mfa.lock', customer, target: { type: 'users', id }, after })
  })
  throw new Problem('invalidCode', { pointer: '/code' })
}

/**
 * Spends the code; false, with an audit event, when a concurrent request has spent it. Notifies the person when a recovery code
 * was used.
 */
export async function spendProof(
  change: Change,
  actor: Person,
  { verified, codesLeft }: CodeProof,
  action: string,
): Promise<boolean> {
  if (!(await spendCode(change.db, actor.id, verified, change.now))) {
    auditFailure(change, actor, action, 'usedCode')
    return false
  }
  if (verified.by === 'recovery') {
    await recoveryNotice.enqueue(change, { userId: actor.id, homeCustomer: actor.homeCustomer, codesLeft })
  }
  return true
}

const auditFailure = ({ audit }: Change, { id, homeCustomer }: Person, action: string, reason: string) =>
  audit({ action, customer: homeCustomer, target: { type: 'users', id }, result: 'failure', reason })
