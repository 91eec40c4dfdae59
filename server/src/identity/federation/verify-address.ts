import type { verifyFederatedEmail } from '@lintel/contract/identity/federation'
import type { CallAnswer, CallInput } from '@lintel/contract/jsonapi/call'
import { Problem } from '@lintel/contract/problems'
import type { Change } from '../../platform/context'
import { challengeRequested, newChallenge } from '../mfa/challenge'
import { addChallenge } from '../mfa/challenges.store'
import { proveMailbox } from '../proof/prove-mailbox'
import { hashSecret } from '../random-secret'
import { federationCookie, setBrowserCookie } from '../sessions/cookies'
import { mayLink } from './federation.store'
import { addClaimedNames } from './identities.store'
import { linkIdentity, linkWithoutNotice } from './link-identity'
import type { FederatedSignIn } from './sign-in'
import { type ConsumedVerification, consumeVerification } from './tickets.store'

/** The result of a mailed code. */
type Proof =
  | { at: 'refused'; userId?: string }
  | { at: 'challenged'; challenge: { ticket: string; username: string } }
  | { at: 'proved'; provider: string; userId: string; rememberMe: boolean }

/**
 * Proves an address by its mailed code and links the pending identity; does not sign in. For an account that was proved before,
 * the mail replaces the password but not the second factor, which then completes the link (security C7, E5).
 */
export async function verifyAddress(
  signIn: FederatedSignIn,
  { code }: CallInput<typeof verifyFederatedEmail>['body'],
): Promise<CallAnswer<typeof verifyFederatedEmail>> {
  const { services, context, reply } = signIn
  const proof = await context.change(async (change): Promise<Proof> => {
    const { db, now, audit } = change
    const browserHash = hashSecret(federationCookie(context.request, context.configuration) ?? '')
    const verification = await consumeVerification(db, { codeHash: hashSecret(code), browserHash }, now)
    audit({
      action: 'federation.verify',
      customer: null,
      actor: { id: verification?.userId ?? null, email: verification?.email ?? null },
      ...(!verification && { result: 'failure' as const, reason: 'invalidCode' }),
    })
    if (!verification) return { at: 'refused' }
    const { userId, email, homeCustomer, provider, rememberMe } = verification
    const account = { id: userId, email, homeCustomer }
    const isFirstProof = await proveMailbox(change, account, 'mail')
    if (!isFirstProof && verification.hasSecondFactor) return challenge(signIn, change, verification)
    // The provider may have been shut out since the mail was sent.
    if (!(await mayLink(db, { ...verification, byMail: true, isFirstProof }, { userId, now }))) {
      const about = { customer: homeCustomer, actor: { id: userId, email } }
      audit({ action: 'federation.link', result: 'failure', reason: 'providerNotAllowed', ...about })
      return { at: 'refused', userId }
    }
    if (isFirstProof) {
      await linkWithoutNotice(change, account, verification)
      await addClaimedNames(db, userId, verification)
    } else {
      // The owner of an account that was proved before is notified of the new sign-in method, as with every link.
      await linkIdentity(change, account, verification)
    }
    return { at: 'proved', provider, userId, rememberMe }
  })
  if (proof.at === 'challenged') throw challengeRequested(context, reply, proof.challenge)
  if (proof.userId !== undefined) services.actors.forgetPerson(proof.userId)
  if (proof.at === 'refused') throw new Problem('invalidCode')
  return { provider: proof.provider, ...(proof.rememberMe && { rememberMe: true }) }
}

/** Creates the second-factor challenge, which carries the pending link. */
async function challenge(
  { context, reply }: FederatedSignIn,
  { db, now, audit }: Change,
  { userId, email, homeCustomer, provider, issuer, subject, rememberMe }: ConsumedVerification,
): Promise<Proof> {
  const browserHash = setBrowserCookie(context.request, reply, context.configuration)
  const issued = newChallenge({ userId, browserHash, rememberMe }, now)
  await addChallenge(db, { ...issued, pendingLink: { provider, issuer, subject, email, byMail: true } })
  audit({ action: 'session.challenge', customer: homeCustomer, actor: { id: userId, email } })
  return { at: 'challenged', challenge: { ticket: issued.ticket, username: email } }
}
