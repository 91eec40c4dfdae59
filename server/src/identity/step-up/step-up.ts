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
import { recordFailedAttempt, recordVerifiedAttempt } from '../login/record-attempt'
import { type PasswordAttempt, tryPassword, withoutTemporary } from '../login/try-password'
import { withPasswordLock } from '../login/with-password-lock'
import { type CodeProof, proveByCode, spendProof } from '../mfa/prove-by-code'
import { findPasskey } from '../passkeys/passkeys.store'
import { relyingParty } from '../passkeys/relying-party'
import {
  type PasskeyAssertion,
  spendVerifiedPasskey,
  type VerifiedPasskey,
  verifyAssertion,
} from '../passkeys/verify-assertion'
import { lockVerifiedPassword } from '../passwords/passwords.store'
import { browserHashOf, isOurPage, refreshCookie } from '../sessions/cookies'
import { issueRenewedTokens, type RenewedSession, renewSecret } from '../sessions/renew-secret'
import { lockSession, markProved, markSecondFactor } from '../sessions/sessions.store'

const action = 'session.step-up'

/** How the person authenticated again. */
type Proof =
  | { by: 'password'; attempt: PasswordAttempt; account: Account }
  | { by: 'code'; code: CodeProof }
  | { by: 'passkey'; passkey: VerifiedPasskey }

/**
 * Authenticates the signed-in person again and issues new tokens of the session with a new refresh secret (security D1).
 * Counted like every password and code; fails with 422 `wrongPassword` or 400 `invalidCode`, which do not sign out (security
 * S7).
 */
export async function stepUp(
  services: IdentityServices,
  context: Context,
  reply: FastifyReply,
  { actor, input }: { actor: Person; input: CallInput<typeof stepUpCall>['body'] },
): Promise<Tokens> {
  const proof = await prove(services, context, actor, input)
  const renewSession = () => context.change((change) => renew(services, context, change, { actor, proof }))
  const renewed =
    proof.by === 'password'
      ? await withPasswordLock(context, { ...proof, action, wrongProblem: wrongPassword() }, renewSession)
      : await renewSession()
  services.actors.forgetSession(actor.sessionId)
  if (renewed === 'usedCode') throw new Problem('invalidCode', { pointer: '/code' })
  if (renewed === 'usedPasskey') throw new Problem('passkeyRefused', { pointer: '/passkey' })
  if (renewed === 'ended') throw new Problem('sessionExpired')
  return issueRenewedTokens(services, context, reply, renewed)
}

async function prove(
  services: IdentityServices,
  context: Context,
  actor: Person,
  input: CallInput<typeof stepUpCall>['body'],
): Promise<Proof> {
  if ('password' in input) {
    return { by: 'password', ...(await provePassword(services, context, actor, input.password)) }
  }
  if ('passkey' in input) return { by: 'passkey', passkey: await proveByPasskey(context, actor, input.passkey) }
  return { by: 'code', code: await proveByCode(services, context, actor, { code: input.code, action }) }
}

/** Spends the proof, updates the authentication time of the session and replaces its refresh secret. */
async function renew(
  { secrets }: IdentityServices,
  { request, configuration }: Context,
  change: Change,
  { actor, proof }: { actor: Person; proof: Proof },
): Promise<RenewedSession | 'usedCode' | 'usedPasskey' | 'ended'> {
  const { db, now } = change
  // The factor or the password before the session: all transactions lock them in this order.
  if (proof.by === 'code' && !(await spendProof(change, actor, proof.code, action))) return 'usedCode'
  if (proof.by === 'passkey' && !(await spendVerifiedPasskey(change, proof.passkey))) return 'usedPasskey'
  if (proof.by === 'password') {
    await lockVerifiedPassword(db, proof.account)
    await recordVerifiedAttempt(change, proof.attempt)
  }
  const session = await lockSession(db, actor.sessionId, now)
  if (!session?.isLive) return auditEnded(change, actor)
  await markProved(db, actor.sessionId, now)
  if (proof.by !== 'password') await markSecondFactor(db, actor.sessionId, now)
  const cookie = isOurPage(request) ? refreshCookie(request, configuration) : undefined
  const renewed = await renewSecret(secrets, change, { ...session, provedAt: instantOf(now) }, cookie)
  change.audit({
    action,
    customer: actor.homeCustomer,
    target: { type: 'sessions', id: actor.sessionId },
    after: { by: proof.by === 'code' ? proof.code.verified.by : proof.by },
  })
  return renewed
}

/** Verifies the password, counted like every password attempt (security B1). */
async function provePassword(
  services: IdentityServices,
  context: Context,
  { email }: Person,
  typed: string,
): Promise<{ attempt: PasswordAttempt; account: Account }> {
  const browserHash = browserHashOf(context.request, context.configuration)
  const attempt = withoutTemporary(await tryPassword(services, { email, typed, browserHash }))
  const { account, refusal } = attempt
  if (account && !refusal) return { attempt, account }
  await context.change((change) => recordFailedAttempt(change, attempt, email, action))
  throw wrongPassword()
}

/** Verifies one of the person's own passkeys; 400 `passkeyRefused` for any other. */
async function proveByPasskey(context: Context, actor: Person, assertion: PasskeyAssertion): Promise<VerifiedPasskey> {
  const found = await findPasskey(context.db, assertion.id, { browserHash: null, now: context.now })
  const passkey = found?.userId === actor.id ? found : undefined
  const proof = await verifyAssertion(context, { assertion, passkey, party: relyingParty(context.configuration) })
  if (typeof proof !== 'string') return proof
  await context.change(async ({ audit }) =>
    audit({ action, customer: actor.homeCustomer, result: 'failure', reason: proof, after: { by: 'passkey' } }),
  )
  throw new Problem('passkeyRefused', { pointer: '/passkey' })
}

const wrongPassword = () => new Problem('wrongPassword', { pointer: '/password' })

function auditEnded({ audit }: Change, { homeCustomer }: Person): 'ended' {
  audit({ action, customer: homeCustomer, result: 'failure', reason: 'ended' })
  return 'ended'
}
