import type { stepUp as stepUpCall } from '@lintel/contract/identity/step-up'
import type { Tokens } from '@lintel/contract/identity/tokens'
import type { CallInput } from '@lintel/contract/jsonapi/call'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import type { Change, Context } from '../../platform/context'
import type { IdentityServices } from '../identity-services'
import { settleRefusal, settleRight } from '../login/settle'
import { type Trial, tryPassword } from '../login/try-password'
import { type CodeProof, proveByCode, spendProof } from '../mfa/prove-by-code'
import { browserHashOf, isOurPage, refreshCookie } from '../sessions/cookies'
import { answerRenewed, type Renewed, renewSecret } from '../sessions/renew-secret'
import { lockSession, markProved, markSecondFactor } from '../sessions/sessions.store'

const action = 'session.step-up'

/** By what somebody proved again who they are. */
type Proof = { by: 'password'; trial: Trial } | { by: 'code'; code: CodeProof }

/**
 * Proves again who is signed in, and gives new tokens of the session with a new refresh secret (security D1). Counted like
 * every password and every code; fails with 422 `wrongPassword` or 400 `invalidCode`, which sign nobody out (security S7).
 */
export async function stepUp(
  services: IdentityServices,
  context: Context,
  reply: FastifyReply,
  { actor, given }: { actor: Person; given: CallInput<typeof stepUpCall>['body'] },
): Promise<Tokens> {
  const proof: Proof =
    'password' in given
      ? { by: 'password', trial: await provePassword(services, context, actor, given.password) }
      : { by: 'code', code: await proveByCode(services, context, actor, { code: given.code, action }) }
  const renewed = await context.change(async (change): Promise<Renewed | 'usedCode' | 'ended'> => {
    // The factor before the session: everybody takes the two in this order.
    if (proof.by === 'code' && !(await spendProof(change, actor, proof.code, action))) return 'usedCode'
    if (proof.by === 'password') await settleRight(change, proof.trial)
    const session = await lockSession(change.db, actor.sessionId, change.now)
    if (!session?.isLive) return tellEnded(change, actor)
    await markProved(change.db, actor.sessionId, change.now)
    if (proof.by === 'code') await markSecondFactor(change.db, actor.sessionId)
    const { request, configuration } = context
    const cookie = isOurPage(request) ? refreshCookie(request, configuration) : undefined
    const renewed = await renewSecret(services.secrets, change, session, cookie)
    change.audit({
      action,
      customer: actor.homeCustomer,
      target: { type: 'sessions', id: actor.sessionId },
      after: { by: proof.by === 'code' ? proof.code.right.by : proof.by },
    })
    return renewed
  })
  services.actors.forgetSession(actor.sessionId)
  if (renewed === 'usedCode') throw new Problem('invalidCode', { pointer: '/code' })
  if (renewed === 'ended') throw new Problem('sessionExpired')
  return answerRenewed(services, context, reply, renewed)
}

/** The password, tried as every password is (security B1). */
async function provePassword(
  services: IdentityServices,
  context: Context,
  { email }: Person,
  typed: string,
): Promise<Trial> {
  const browserHash = browserHashOf(context.request, context.configuration)
  const trial = await tryPassword(services, { email, typed, browserHash })
  if (!trial.refusal) return trial
  await context.change((change) => settleRefusal(change, trial, email, action))
  throw new Problem('wrongPassword', { pointer: '/password' })
}

function tellEnded({ audit }: Change, { homeCustomer }: Person): 'ended' {
  audit({ action, customer: homeCustomer, result: 'failure', reason: 'ended' })
  return 'ended'
}
