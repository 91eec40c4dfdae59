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
import { withPasswordLock } from '../login/held-password'
import { settleRefusal, settleRight } from '../login/settle'
import { type PasswordAttempt, tryPassword } from '../login/try-password'
import { type CodeProof, proveByCode, spendProof } from '../mfa/prove-by-code'
import { findUsed } from '../passkeys/passkeys.store'
import { relyingParty } from '../passkeys/relying-party'
import { type GivenPasskey, judgePasskey, type ProvenPasskey, spendPasskey } from '../passkeys/use-passkey'
import { holdPassword } from '../passwords/passwords.store'
import { browserHashOf, isOurPage, refreshCookie } from '../sessions/cookies'
import { answerRenewed, type Renewed, renewSecret } from '../sessions/renew-secret'
import { lockSession, markProved, markSecondFactor } from '../sessions/sessions.store'

const action = 'session.step-up'

/** By what somebody proved again who they are. */
type Proof =
  | { by: 'password'; trial: PasswordAttempt; account: Account }
  | { by: 'code'; code: CodeProof }
  | { by: 'passkey'; passkey: ProvenPasskey }

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
  const proof = await prove(services, context, actor, given)
  const take = () => context.change((change) => renew(services, context, change, { actor, proof }))
  const renewed =
    proof.by === 'password'
      ? await withPasswordLock(context, { ...proof, action, wrong: wrongPassword() }, take)
      : await take()
  services.actors.forgetSession(actor.sessionId)
  if (renewed === 'usedCode') throw new Problem('invalidCode', { pointer: '/code' })
  if (renewed === 'usedPasskey') throw new Problem('passkeyRefused', { pointer: '/passkey' })
  if (renewed === 'ended') throw new Problem('sessionExpired')
  return answerRenewed(services, context, reply, renewed)
}

async function prove(
  services: IdentityServices,
  context: Context,
  actor: Person,
  given: CallInput<typeof stepUpCall>['body'],
): Promise<Proof> {
  if ('password' in given) {
    return { by: 'password', ...(await provePassword(services, context, actor, given.password)) }
  }
  if ('passkey' in given) return { by: 'passkey', passkey: await proveByPasskey(context, actor, given.passkey) }
  return { by: 'code', code: await proveByCode(services, context, actor, { code: given.code, action }) }
}

/** Spends the proof, and gives the session the time of it and another refresh secret. */
async function renew(
  { secrets }: IdentityServices,
  { request, configuration }: Context,
  change: Change,
  { actor, proof }: { actor: Person; proof: Proof },
): Promise<Renewed | 'usedCode' | 'usedPasskey' | 'ended'> {
  const { db, now } = change
  // The factor, or the password, before the session: everybody takes them in this order.
  if (proof.by === 'code' && !(await spendProof(change, actor, proof.code, action))) return 'usedCode'
  if (proof.by === 'passkey' && !(await spendPasskey(change, proof.passkey))) return 'usedPasskey'
  if (proof.by === 'password') {
    await holdPassword(db, proof.account)
    await settleRight(change, proof.trial)
  }
  const session = await lockSession(db, actor.sessionId, now)
  if (!session?.isLive) return tellEnded(change, actor)
  await markProved(db, actor.sessionId, now)
  if (proof.by !== 'password') await markSecondFactor(db, actor.sessionId, now)
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
): Promise<{ trial: PasswordAttempt; account: Account }> {
  const browserHash = browserHashOf(context.request, context.configuration)
  const trial = await tryPassword(services, { email, typed, browserHash })
  const { account, refusal } = trial
  if (account && !refusal) return { trial, account }
  await context.change((change) => settleRefusal(change, trial, email, action))
  throw wrongPassword()
}

/** One of the person's own passkeys; 400 `passkeyRefused` for any other, alike. */
async function proveByPasskey(context: Context, actor: Person, given: GivenPasskey): Promise<ProvenPasskey> {
  const found = await findUsed(context.db, given.id, { browserHash: null, now: context.now })
  const passkey = found?.userId === actor.id ? found : undefined
  const proof = await judgePasskey(context, { given, passkey, party: relyingParty(context.configuration) })
  if (typeof proof !== 'string') return proof
  await context.change(async ({ audit }) =>
    audit({ action, customer: actor.homeCustomer, result: 'failure', reason: proof, after: { by: 'passkey' } }),
  )
  throw new Problem('passkeyRefused', { pointer: '/passkey' })
}

const wrongPassword = () => new Problem('wrongPassword', { pointer: '/password' })

function tellEnded({ audit }: Change, { homeCustomer }: Person): 'ended' {
  audit({ action, customer: homeCustomer, result: 'failure', reason: 'ended' })
  return 'ended'
}
