import type { createFederatedUser, verifyFederatedEmail } from '@lintel/contract/identity/federation'
import type { CallAnswer, CallInput } from '@lintel/contract/jsonapi/call'
import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { Problem } from '@lintel/contract/problems'
import { speaksFor } from '../../customers/domains/domains.store'
import { instantOf } from '../../platform/clock'
import { conflictOf } from '../../platform/conflicts'
import type { Change } from '../../platform/context'
import { enqueueMail } from '../../platform/mail/mail'
import { hashOf, randomSecret } from '../own-secret'
import { federationCookie, keepFederationCookie } from '../sessions/cookies'
import { answerSession, type Opening, openSession, planSession } from '../sessions/open-session'
import { callbackAddress } from './callback-address'
import { accountOfEmail, findProvider, noteSession, type Provider } from './federation.store'
import { addFederatedUser, addIdentity, markVerified } from './identities.store'
import { type FederatedSignIn, provenBy } from './sign-in'
import { addVerification, type PendingIdentity, takeVerification, unprovenAccount, useTicket } from './tickets.store'

/** How long a mailed link proves an address. */
const verificationMs = 24 * 3_600_000

/** Where asking for an account leads. */
type Outcome =
  | { at: 'refused'; reason: 'federationFailed' | 'providerNotAllowed' | 'conflict' }
  | { at: 'verification' }
  | { at: 'signedIn'; opening: Opening }

const action = 'federation.create'

/**
 * Makes an account for the identity of a ticket. An address that the provider vouches for signs in at once; any other one
 * has to be proved by mail first, and the answer says nothing about whether it is known (security S4, B7).
 */
export async function createAccount(
  signIn: FederatedSignIn,
  { Provider: named, ProposedUsername, RefreshToken }: CallInput<typeof createFederatedUser>['body'],
): Promise<CallAnswer<typeof createFederatedUser>> {
  const { services, context, reply } = signIn
  // Before the case is folded: what folds into an address need not be one (security F6).
  if (!emailPattern.test(ProposedUsername)) throw new Problem('invalidEmail', { pointer: '/ProposedUsername' })
  const email = ProposedUsername.toLowerCase()
  const browserHash = hashOf(federationCookie(context.request, context.configuration) ?? '')
  const held = { ticketHash: hashOf(RefreshToken), browserHash, provider: named, now: context.now }
  const outcome = await context
    .change(async (change): Promise<Outcome> => {
      const provider = await findProvider(change.db, named)
      const pending = await useTicket(change.db, held)
      if (!pending) return refuse(change, 'federationFailed', provider)
      if (!provider || provider.isDisabled || provider.issuer !== pending.issuer)
        return refuse(change, 'providerNotAllowed', provider)
      if (pending.email !== email || !pending.emailVerified)
        return askForProof(change, provider, { ...pending, browserHash }, email)
      return createProven(signIn, change, { pending, isVerified: await speaksFor(change.db, named, email) }, email)
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

async function createProven(
  { services, context, reply }: FederatedSignIn,
  change: Change,
  { pending, isVerified }: { pending: PendingIdentity; isVerified: boolean },
  email: string,
): Promise<Outcome> {
  const { db, now, audit } = change
  // Any other provider's word lets in, and leaves the address to its owner: the one that owns it takes it over (security E5).
  const id = await addFederatedUser(db, { ...pending, email, isVerified }, now)
  if (id === undefined) throw new AddressTaken()
  const identityId = await addIdentity(db, id, pending, now)
  const person = { id, email, isStaff: false, isAdministrator: false, homeCustomer: null }
  audit({
    action: 'users.create',
    customer: null,
    actor: { id, email },
    target: { type: 'users', id: email },
    after: { provider: pending.provider, issuer: pending.issuer, subject: pending.subject },
  })
  const opening = planSession(services, context, reply, provenBy(person, pending))
  await openSession(change, opening)
  await noteSession(db, { sessionId: opening.sessionId, identityId, provider: pending.provider })
  return { at: 'signedIn', opening }
}

/** A mail to the address: with a link that proves it, or, where it has an account, with how to link that one. */
async function askForProof(
  change: Change,
  provider: Provider,
  pending: PendingIdentity & { browserHash: Buffer },
  email: string,
): Promise<Outcome> {
  const { db, now, audit, configuration } = change
  const known = await accountOfEmail(db, email, { provider: provider.id, now })
  const waiting = known ? await unprovenAccount(db, email) : undefined
  audit({
    action: 'federation.verification',
    customer: known?.homeCustomer ?? null,
    actor: { id: null, email },
    target: { type: 'sso-providers', id: provider.id },
  })
  if (known && !waiting) {
    await enqueueMail(change, { to: known.id, kind: 'provider-known-address', values: { provider: provider.name } })
    return { at: 'verification' }
  }
  const userId = waiting?.id ?? (await addFederatedUser(db, { ...pending, email, isVerified: false }, now))
  if (userId === undefined) return { at: 'verification' }
  const code = randomSecret()
  const expiresAt = now + verificationMs
  await addVerification(db, { ...pending, codeHash: hashOf(code), userId, email }, { now, expiresAt })
  await enqueueMail(change, {
    to: userId,
    kind: 'provider-verify-address',
    values: {
      provider: provider.name,
      link: `${callbackAddress(configuration)}?verify=${code}`,
      expiresAt: instantOf(expiresAt),
    },
  })
  return { at: 'verification' }
}

/** Proves an address by its mailed code, and links the identity that waited for it. Signs nobody in. */
export async function proveAddress(
  { context }: Pick<FederatedSignIn, 'context'>,
  { code }: CallInput<typeof verifyFederatedEmail>['body'],
): Promise<CallAnswer<typeof verifyFederatedEmail>> {
  const proved = await context.change(async ({ db, now, audit }) => {
    const browserHash = hashOf(federationCookie(context.request, context.configuration) ?? '')
    const taken = await takeVerification(db, { codeHash: hashOf(code), browserHash }, now)
    audit({
      action: 'federation.verify',
      customer: null,
      actor: { id: taken?.userId ?? null, email: taken?.email ?? null },
      ...(!taken && { result: 'failure' as const, reason: 'invalidCode' }),
    })
    if (!taken) return undefined
    await markVerified(db, taken.userId, now)
    await addIdentity(db, taken.userId, taken, now)
    return taken.provider
  })
  if (proved === undefined) throw new Problem('invalidCode')
  return { provider: proved }
}
