import type { stepUp as stepUpCall } from '@lintel/contract/identity/step-up'
import type { Tokens } from '@lintel/contract/identity/tokens'
import type { CallInput } from '@lintel/contract/jsonapi/call'
import type { Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import { instantOf } from '../../platform/clock'
import type { Change, Context } from '../../platform/context'
import type { Account } from '../guessing/attempt.store'
import type { IdentityServices } from '../identity-services'
import { whileHeld } from '../login/held-password'
import { settleRefusal, settleRight } from '../login/settle'
import { type Trial, tryPassword } from '../login/try-password'
import { type CodeProof, proveByCode, spendProof } from '../mfa/prove-by-code'
import { holdPassword } from '../passwords/passwords.store'
import { browserHashOf, isOurPage, refreshCookie } from '../sessions/cookies'
import { answerRenewed, type Renewed, renewSecret } from '../sessions/renew-secret'
import { lockSession, markProved, markSecondFactor } from '../sessions/sessions.store'

const action = 'session.step-up'

/** By what somebody proved again who they are. */
type Proof = { by: 'password'; trial: Trial; account: Account } | { by: 'code'; code: CodeProof }

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
      ? { by: 'password', ...(await provePassword(services, context, actor, given.password)) }
      : { by: 'code', code: await proveByCode(services, context, actor, { code: given.code, action }) }
  const take = () => context.change((change) => renew(services, context, change, { actor, proof }))
  const renewed =
    proof.by === 'password'
      ? await whileHeld(context, { ...proof, action, wrong: wrongPassword() }, take)
      : await take()
  services.actors.forgetSession(actor.sessionId)
  if (renewed === 'usedCode') throw new Problem('invalidCode', { pointer: '/code' })
  if (renewed === 'ended') throw new Problem('sessionExpired')
  return answerRenewed(services, context, reply, renewed)
}

/** Spends the proof, and gives the session the time of it and another refresh secret. */
async function renew(
  { secrets }: IdentityServices,
  { request, configuration }: Context,
  change: Change,
  { actor, proof }: { actor: Person; proof: Proof },
): Promise<Renewed | 'usedCode' | 'ended'> {
  const { db, now } = change
  // The factor, or the password, before the session: everybody takes them in this order.
  if (proof.by === 'code' && !(await spendProof(change, actor, proof.code, action))) return 'usedCode'
  if (proof.by === 'password') {
    await holdPassword(db, proof.account)
    await settleRight(change, proof.trial)
  }
  const session = await lockSession(db, actor.sessionId, now)
  if (!session?.isLive) return tellEnded(change, actor)
  await markProved(db, actor.sessionId, now)
  if (proof.by === 'code') await markSecondFactor(db, actor.sessionId)
  const cookie = isOurPage(request) ? refreshCookie(request, configuration) : undefined
  const renewed = await renewSecret(secrets, change, { ...session, provedAt: instantOf(now) }, cookie)
  change.audit({
    action,
    customer: actor.homeCustomer,
    target: { type: 'sessions', id: actor.sessionId },
    after: { by: proof.by === 'code' ? proof.code.right.by : proof.by },
  })
  return renewed
}

/** The password, tried as every password is (security B1). */
async function provePassword(
  services: IdentityServices,
  context: Context,
  { email }: Person,
  typed: string,
): Promise<{ trial: Trial; account: Account }> {
  const browserHash = browserHashOf(context.request, context.configuration)
  const trial = await tryPassword(services, { email, typed, browserHash })
  const { account, refusal } = trial
  if (account && !refusal) return { trial, account }
  await context.change((change) => settleRefusal(change, trial, email, action))
  throw wrongPassword()
}

const wrongPassword = () => new Problem('wrongPassword', { pointer: '/password' })

function tellEnded({ audit }: Change, { homeCustomer }: Person): 'ended' {
  audit({ action, customer: homeCustomer, result: 'failure', reason: 'ended' })
  return 'ended'
}
