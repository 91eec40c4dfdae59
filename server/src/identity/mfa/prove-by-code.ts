import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { Change, Context } from '../../platform/context'
import type { IdentityServices } from '../identity-services'
import type { RightCode } from './codes'
import { countAttempt, spendCode } from './factor.store'
import { readCode, rightCode } from './given-code'
import { recoveryNotice } from './notices'

/** A right code of somebody who is signed in, to be spent in the change that it allows. */
export interface CodeProof {
  right: RightCode
  codesLeft: number
}

/**
 * Judges a code of the signed-in person's second factor; the attempt is counted first (security C4). Throws 400
 * `invalidCode`, for a factor that rests and for none as well.
 */
export async function proveByCode(
  { secrets }: IdentityServices,
  context: Context,
  actor: Person,
  { code, action }: { code: string; action: string },
): Promise<CodeProof> {
  const { db, now, request } = context
  const given = readCode(code)
  const factor = await countAttempt(db, actor.id, given, now)
  const right = factor && rightCode({ secrets, log: request.log }, factor, given, now)
  if (right) return { right, codesLeft: factor.codesLeft }
  await context.change(async (change) => {
    tellFailure(change, actor, action, factor ? 'wrongCode' : 'blocked')
    const { id, homeCustomer: customer } = actor
    const after = { blockedUntil: factor?.blockedUntil }
    if (factor?.blockedUntil) change.audit({ action: 'mfa.lock', customer, target: { type: 'users', id }, after })
  })
  throw new Problem('invalidCode', { pointer: '/code' })
}

/** Spends the code; false (and told to the trail) when another call was faster. Tells the person of a used recovery code. */
export async function spendProof(
  change: Change,
  actor: Person,
  { right, codesLeft }: CodeProof,
  action: string,
): Promise<boolean> {
  if (!(await spendCode(change.db, actor.id, right, change.now))) {
    tellFailure(change, actor, action, 'usedCode')
    return false
  }
  if (right.by === 'recovery') {
    await recoveryNotice.enqueue(change, { userId: actor.id, homeCustomer: actor.homeCustomer, codesLeft })
  }
  return true
}

const tellFailure = ({ audit }: Change, { id, homeCustomer }: Person, action: string, reason: string) =>
  audit({ action, customer: homeCustomer, target: { type: 'users', id }, result: 'failure', reason })
