import type { Tokens } from '@lintel/contract/identity/tokens'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context'
import type { Allowance } from '../guessing/failure-limit'
import type { IdentityServices } from '../identity-services'
import { loginAction } from '../login/sign-in'
import { browserHashOf } from '../sessions/cookies'
import { issueSessionTokens, openSession, planSession, toAuthenticatedPerson } from '../sessions/open-session'
import { findPasskey, type PasskeyWithAccount } from './passkeys.store'
import { relyingParty } from './relying-party'
import { type PasskeyAssertion, type PasskeyRefusal, spendVerifiedPasskey, verifyAssertion } from './verify-assertion'

/** The context of a sign-in with a passkey. */
interface PasskeySignIn {
  services: IdentityServices
  context: Context
  reply: FastifyReply
  allowance: Allowance
}

/** Signs in with a passkey, which counts as password and second factor. Throws 401 `invalid_grant` for every failure. */
export async function signInByAssertion(
  { services, context, reply, allowance }: PasskeySignIn,
  { assertion, rememberMe }: { assertion: PasskeyAssertion; rememberMe: boolean },
): Promise<Tokens> {
  const { db, now, request, configuration } = context
  const passkey = await findPasskey(db, assertion.id, { browserHash: browserHashOf(request, configuration), now })
  await allowance.resolveBrowser(passkey?.isKnownBrowser ?? false)
  const proof = await verifyAssertion(context, { assertion, passkey, party: relyingParty(configuration) })
  if (typeof proof === 'string') throw await auditedProblem(context, passkey, proof)
  const account = { ...proof.passkey, id: proof.passkey.userId }
  const person = toAuthenticatedPerson(account, { method: 'password', secondFactor: true, rememberMe })
  const plan = planSession(services, context, reply, person)
  const isOpen = await context.change(async (change) => {
    if (!(await spendVerifiedPasskey(change, proof))) return false
    await openSession(change, plan)
    return true
  })
  if (!isOpen) throw await auditedProblem(context, passkey, 'counterWentBack')
  return issueSessionTokens(services, context, reply, plan)
}

async function auditedProblem(
  { change }: Context,
  passkey: PasskeyWithAccount | undefined,
  reason: PasskeyRefusal,
): Promise<Problem> {
  await change(async ({ audit }) =>
    audit({
      action: loginAction,
      customer: passkey?.homeCustomer ?? null,
      actor: { id: passkey?.userId ?? null, email: passkey?.email ?? null },
      result: 'failure',
      reason,
      after: { by: 'passkey' },
    }),
  )
  return new Problem('invalid_grant')
}
