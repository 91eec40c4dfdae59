import type { Tokens } from '@lintel/contract/identity/tokens'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context'
import type { Allowance } from '../guessing/counting-failures'
import type { IdentityServices } from '../identity-services'
import { loginAction } from '../login/sign-in'
import { browserHashOf } from '../sessions/cookies'
import { answerSession, openSession, type Proven, planSession } from '../sessions/open-session'
import { findUsed, type UsedPasskey } from './passkeys.store'
import { relyingParty } from './relying-party'
import { type GivenPasskey, judgePasskey, type PasskeyRefusal, spendPasskey } from './use-passkey'

/** What a sign-in with a passkey works with. */
interface SigningIn {
  services: IdentityServices
  context: Context
  reply: FastifyReply
  allowance: Allowance
}

/** Signs in with a passkey: password and second factor in one. Throws 401 `invalid_grant`, whatever was not right. */
export async function signInWith(
  { services, context, reply, allowance }: SigningIn,
  { given, rememberMe }: { given: GivenPasskey; rememberMe: boolean },
): Promise<Tokens> {
  const { db, now, request, configuration } = context
  const passkey = await findUsed(db, given.id, { browserHash: browserHashOf(request, configuration), now })
  await allowance.settle(passkey?.isKnownBrowser ?? false)
  const proof = await judgePasskey(context, { given, passkey, party: relyingParty(configuration) })
  if (typeof proof === 'string') throw await refused(context, passkey, proof)
  const opening = planSession(services, context, reply, provenBy(proof.passkey, rememberMe))
  const isOpen = await context.change(async (change) => {
    if (!(await spendPasskey(change, proof))) return false
    await openSession(change, opening)
    return true
  })
  if (!isOpen) throw await refused(context, passkey, 'counterWentBack')
  return answerSession(services, context, reply, opening)
}

async function refused(
  { change }: Context,
  passkey: UsedPasskey | undefined,
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

const provenBy = (passkey: UsedPasskey, rememberMe: boolean): Proven => ({
  userId: passkey.userId,
  email: passkey.email,
  isStaff: passkey.isStaff,
  isAdministrator: passkey.isAdministrator,
  homeCustomer: passkey.homeCustomer,
  mustUpdatePassword: passkey.mustUpdatePassword,
  method: 'password',
  secondFactor: true,
  rememberMe,
})
