import type { createFederatedUser, verifyFederatedEmail } from '@lintel/contract/identity/federation'
import type { CallAnswer, CallInput } from '@lintel/contract/jsonapi/call'
import { newEmailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { Problem } from '@lintel/contract/problems'
import { speaksFor } from '../../customers/domains/domains.store'
import { instantOf } from '../../platform/clock'
import { conflictOf } from '../../platform/conflicts'
import type { Change } from '../../platform/context'
import { unknownProofAt } from '../../platform/fresh-proof'
import { isOverAllowance } from '../../platform/mail/allowance'
import { enqueueMail } from '../../platform/mail/mail'
import { challengeRequested, newChallenge } from '../mfa/challenge'
import { addChallenge } from '../mfa/mfa.store'
import { hashOf, randomSecret } from '../own-secret'
import { proofHours } from '../proof/mail-proof'
import { proveMailbox } from '../proof/prove-mailbox'
import { federationCookie, keepBrowserCookie, keepFederationCookie } from '../sessions/cookies'
import { answerSession, type Opening, openSession, planSession } from '../sessions/open-session'
import { callbackAddress } from './callback-address'
import { accountOfEmail, isInUse, lockProvider, noteSession, type Provider } from './federation.store'
import { addFederatedUser, addIdentity } from './identities.store'
import { linkTo, takeOver } from './link-identity'
import { type FederatedSignIn, provenBy, refusalOf } from './sign-in'
import {
  addVerification,
  type PendingIdentity,
  type TakenVerification,
  takeVerification,
  useTicket,
  type Verification,
} from './tickets.store'

/** Where asking for an account leads. */
type Outcome =
  | { at: 'refused'; reason: 'federationFailed' | 'providerNotAllowed' | 'conflict' }
  | { at: 'verification' }
  | { at: 'signedIn'; opening: Opening }

const action = 'federation.create'

/**
 * Makes an account for the identity of a ticket. An address that the provider verified and speaks for signs in at once; any other
 * one has to be proved by mail first, and the answer says nothing about whether it is known (security S4, B7).
 */
export async function createAccount(
  signIn: FederatedSignIn,
  { Provider: named, ProposedUsername, RefreshToken }: CallInput<typeof createFederatedUser>['body'],
): Promise<CallAnswer<typeof createFederatedUser>> {
  const { services, context, reply } = signIn
  // Before the case is folded: what folds into an address need not be one (security F6).
  if (!newEmailPattern.test(ProposedUsername)) throw new Problem('invalidEmail', { pointer: '/ProposedUsername' })
  const email = ProposedUsername.toLowerCase()
  const browserHash = hashOf(federationCookie(context.request, context.configuration) ?? '')
  const held = { ticketHash: hashOf(RefreshToken), browserHash, provider: named, now: context.now }
  const outcome = await context
    .change(async (change): Promise<Outcome> => {
      const provider = await lockProvider(change.db, named)
      const pending = await useTicket(change.db, held)
      if (!pending) return refuse(change, 'federationFailed', provider)
      if (!provider || !isInUse(provider, pending)) return refuse(change, 'providerNotAllowed', provider)
      const isProved = pending.email === email && pending.emailVerified && (await speaksFor(change.db, named, email))
      return isProved
        ? createProved(signIn, change, pending, email)
        : askForProof(change, provider, { ...pending, browserHash }, email)
    })
    .catch(async (error) => {
      const isConflict = error instanceof AddressTaken || conflictOf(error)?.code === 'conflict'
      if (!isConflict) throw error
      // The ticket was not spent: the transaction is gone, and what it stands for can still be linked.
      return context.change(async (change) => refuse(change, 'conflict', { id: named }))
    })
  if (outcome.at === 'refused') throw new Problem(outcome.reason)
  if (outcome.at === 'verification') {
    // The browser has to be known for as long as the link is good.
    keepFederationCookie(context.request, reply, context.configuration)
    return { result: 'VERIFICATION_REQUIRED', username: email }
  }
  services.actors.forgetPerson(outcome.opening.proven.userId)
  return answerSession(services, context, reply, outcome.opening)
}

class AddressTaken extends Error {}

function refuse(
  { audit }: Change,
  reason: Extract<Outcome, { at: 'refused' }>['reason'],
  provider: Pick<Provider, 'id'> | undefined,
): Outcome {
  const target = provider && { target: { type: 'sso-providers', id: provider.id } }
  audit({ action, customer: null, result: 'failure', reason, ...target })
  return { at: 'refused', reason }
}

/** The provider's word proves the address. An account that somebody else prepared for it becomes its owner's; a proved one is linked. */
async function createProved(
  signIn: FederatedSignIn,
  change: Change,
  pending: PendingIdentity,
  email: string,
): Promise<Outcome> {
  const { db, now, audit } = change
  const known = await accountOfEmail(db, email, { provider: pending.provider, now })
  if (known) {
    if (known.isProved || refusalOf(known) !== undefined) throw new AddressTaken()
    const identityId = await takeOver(change, known, pending)
    return open(signIn, change, known, { ...pending, identityId })
  }
  const id = await addFederatedUser(db, { ...pending, email, isProved: true }, now)
  if (id === undefined) throw new AddressTaken()
  const identityId = await addIdentity(db, id, pending, now)
  audit({
    action: 'users.create',
    customer: null,
    actor: { id, email },
    target: { type: 'users', id: email },
    after: { provider: pending.provider, issuer: pending.issuer, subject: pending.subject },
  })
  const person = { id, email, isStaff: false, isAdministrator: false, homeCustomer: null }
  return open(signIn, change, person, { ...pending, identityId })
}

async function open(
  { services, context, reply }: FederatedSignIn,
  change: Change,
  person: Parameters<typeof provenBy>[0],
  { identityId, ...pending }: PendingIdentity & { identityId: string },
): Promise<Outcome> {
  // When the person proved themselves at the provider, the ticket does not tell.
  const provedAt = unknownProofAt(context.now)
  const opening = planSession(services, context, reply, provenBy(person, { ...pending, provedAt }))
  await openSession(change, opening)
  await noteSession(change.db, { sessionId: opening.sessionId, identityId, provider: pending.provider })
  return { at: 'signedIn', opening }
}

/**
 * A mail to the address: with a link that proves it, or, where its account was proved before, with how to link that one. Where the
 * provider's accounts are never linked by password, the mailed proof links them as well. Beyond three in an hour there is none.
 */
async function askForProof(
  change: Change,
  provider: Provider,
  pending: PendingIdentity & { browserHash: Buffer },
  email: string,
): Promise<Outcome> {
  const { db, now, audit } = change
  const known = await accountOfEmail(db, email, { provider: provider.id, now })
  const mayProve = !known || (refusalOf(known) === undefined && (!known.isProved || provider.emailMatch))
  const kind = mayProve ? 'provider-verify-address' : 'provider-known-address'
  const userId = known?.id ?? (await addFederatedUser(db, { ...pending, email, isProved: false }, now))
  const isTooOften = userId !== undefined && (await isOverAllowance(db, { to: userId, kind }, now))
  audit({
    action: 'federation.verification',
    customer: known?.homeCustomer ?? null,
    actor: { id: null, email },
    target: { type: 'sso-providers', id: provider.id },
    ...(isTooOften && { result: 'failure' as const, reason: 'tooOften' }),
  })
  if (userId === undefined || isTooOften) return { at: 'verification' }
  if (mayProve) await mailVerification(change, provider, { ...pending, userId, email })
  else await enqueueMail(change, { to: userId, kind: 'provider-known-address', values: { provider: provider.name } })
  return { at: 'verification' }
}

async function mailVerification(
  change: Change,
  { name }: Provider,
  asked: Omit<Verification, 'codeHash'>,
): Promise<void> {
  const { db, now, configuration } = change
  const code = randomSecret()
  const expiresAt = now + proofHours * 3_600_000
  await addVerification(db, { ...asked, codeHash: hashOf(code) }, { now, expiresAt })
  await enqueueMail(change, {
    to: asked.userId,
    kind: 'provider-verify-address',
    values: {
      provider: name,
      link: `${callbackAddress(configuration)}?verify=${code}`,
      expiresAt: instantOf(expiresAt),
    },
  })
}

/** Where a mailed code leads. */
type Proof =
  | { at: 'refused' }
  | { at: 'challenged'; challenge: { ticket: string; username: string } }
  | { at: 'proved'; provider: string; userId: string }

/**
 * Proves an address by its mailed code, and links the identity that waited for it. Signs nobody in. The mail stands for the password of an
 * account that was proved before, and not for its second factor, which completes the link (security C7, E5).
 */
export async function proveAddress(
  signIn: FederatedSignIn,
  { code }: CallInput<typeof verifyFederatedEmail>['body'],
): Promise<CallAnswer<typeof verifyFederatedEmail>> {
  const { services, context, reply } = signIn
  const proof = await context.change(async (change): Promise<Proof> => {
    const { db, now, audit } = change
    const browserHash = hashOf(federationCookie(context.request, context.configuration) ?? '')
    const taken = await takeVerification(db, { codeHash: hashOf(code), browserHash }, now)
    audit({
      action: 'federation.verify',
      customer: null,
      actor: { id: taken?.userId ?? null, email: taken?.email ?? null },
      ...(!taken && { result: 'failure' as const, reason: 'invalidCode' }),
    })
    if (!taken) return { at: 'refused' }
    const { userId: id, email, homeCustomer, provider } = taken
    if (await proveMailbox(change, { id, email, homeCustomer }, 'mail')) await addIdentity(db, id, taken, now)
    else if (taken.hasSecondFactor) return challenge(signIn, change, taken)
    // An account that was proved before is told of the new way in, as at every link.
    else await linkTo(change, { id, email, homeCustomer }, taken)
    return { at: 'proved', provider, userId: id }
  })
  if (proof.at === 'refused') throw new Problem('invalidCode')
  if (proof.at === 'challenged') throw challengeRequested(context, reply, proof.challenge)
  services.actors.forgetPerson(proof.userId)
  return { provider: proof.provider }
}

/** A second factor is owed: the challenge carries what the mailed code stood for. */
async function challenge(
  { context, reply }: FederatedSignIn,
  { db, now, audit }: Change,
  { userId, email, homeCustomer, provider, issuer, subject }: TakenVerification,
): Promise<Proof> {
  const browserHash = keepBrowserCookie(context.request, reply, context.configuration)
  const made = newChallenge({ userId, browserHash, rememberMe: false }, now)
  await addChallenge(db, { ...made, pendingLink: { provider, issuer, subject, email, byMail: true } })
  audit({ action: 'session.challenge', customer: homeCustomer, actor: { id: userId, email } })
  return { at: 'challenged', challenge: { ticket: made.ticket, username: email } }
}
