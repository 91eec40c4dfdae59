import type { createFederatedUser, verifyFederatedEmail } from '@lintel/contract/identity/federation'
import type { CallAnswer, CallInput } from '@lintel/contract/jsonapi/call'
import { newEmailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { Problem } from '@lintel/contract/problems'
import { isAuthoritativeFor } from '../../customers/domains/domains.store'
import { instantOf } from '../../platform/clock'
import { conflictOf } from '../../platform/conflicts'
import type { Change } from '../../platform/context'
import { unknownProofAt } from '../../platform/fresh-proof'
import { isOverAllowance } from '../../platform/mail/allowance'
import { enqueueMail } from '../../platform/mail/mail'
import { callerOf } from '../guessing/caller-rates'
import { challengeRequested, newChallenge } from '../mfa/challenge'
import { addChallenge } from '../mfa/mfa.store'
import { proofHours } from '../proof/mail-proof'
import { proveMailbox } from '../proof/prove-mailbox'
import { hashSecret, randomSecret } from '../random-secret'
import { federationCookie, setBrowserCookie, setFederationCookie } from '../sessions/cookies'
import { issueSessionTokens, openSession, planSession, type SessionPlan } from '../sessions/open-session'
import { callbackAddress } from './callback-address'
import {
  type FederatedAccount,
  isInUse,
  lockAccountByEmail,
  lockProvider,
  mayLink,
  type Provider,
  recordFederationSession,
} from './federation.store'
import { addClaimedNames, addFederatedUser, addIdentity } from './identities.store'
import { linkIdentity, linkWithoutNotice, verifyAndLinkIdentity } from './link-identity'
import { type FederatedSignIn, refusalReason, toAuthenticatedPerson } from './sign-in'
import {
  addVerification,
  type ConsumedVerification,
  consumeTicket,
  consumeVerification,
  type PendingIdentity,
  type Verification,
} from './tickets.store'

/** What a request for an account with an address comes to. */
export type Creation =
  /** A new account is created and signed in. */
  | 'create'
  /** The account of the address, which was never proved, is proved, linked and signed in. */
  | 'open'
  /** The address belongs to an account that the provider's proof does not open. */
  | 'taken'
  /** A mailed link proves the address, and links the account. */
  | 'verify'
  /** The owner of the account is told by mail how to link it. */
  | 'notify'
  /** Nobody has the address, and people may not be added. */
  | 'notAdded'

/**
 * What a request for an account comes to, by the account that has the address, if any. `isProved` says whether the provider proves
 * the address. At a provider with `emailMatch`, whose accounts are never linked by password, a mailed proof also links an account
 * that was proved before.
 */
export function creationOf(
  known: FederatedAccount | undefined,
  { isProved, emailMatch, canAddUsers }: { isProved: boolean; emailMatch: boolean; canAddUsers: boolean },
): Creation {
  if (!known) {
    if (!canAddUsers) return 'notAdded'
    return isProved ? 'create' : 'verify'
  }
  const isRefused = refusalReason(known) !== undefined
  if (isProved) return known.isProved || isRefused ? 'taken' : 'open'
  return !isRefused && (!known.isProved || emailMatch) ? 'verify' : 'notify'
}

/** The result of a request for an account. */
type Outcome =
  | { at: 'refused'; reason: 'federationFailed' | 'providerNotAllowed' | 'conflict' }
  | { at: 'verification' }
  | { at: 'signedIn'; plan: SessionPlan }

const action = 'federation.create'

/**
 * Creates an account for the identity of a ticket. An address that the provider verified, in a domain that it speaks for, is
 * signed in at once. Any other address has to be proved by mail first, and the response does not reveal whether it is known
 * (security S4, B7); a client address requests five such mails a minute (B4). Where people may not be added (`canAddUsers`), nobody new gets an account (decision 162).
 */
export async function createAccount(
  signIn: FederatedSignIn,
  { Provider: named, ProposedUsername, RefreshToken }: CallInput<typeof createFederatedUser>['body'],
): Promise<CallAnswer<typeof createFederatedUser>> {
  const { services, context, reply } = signIn
  // Checked before lower-casing: a string can become an email address by case folding (security F6).
  if (!newEmailPattern.test(ProposedUsername)) throw new Problem('invalidEmail', { pointer: '/ProposedUsername' })
  const email = ProposedUsername.toLowerCase()
  const browserHash = hashSecret(federationCookie(context.request, context.configuration) ?? '')
  const ticket = { ticketHash: hashSecret(RefreshToken), browserHash, provider: named, now: context.now }
  const { rates } = services
  // Read before the transaction, which would otherwise hold a connection while waiting for another one.
  await rates.isExhausted('resetRequest', callerOf(context), context.now)
  const outcome = await context
    .change(async (change): Promise<Outcome> => {
      const provider = await lockProvider(change.db, named)
      const pending = await consumeTicket(change.db, ticket)
      if (!pending) return refuse(change, 'federationFailed', provider)
      if (!provider || !isInUse(provider, pending)) return refuse(change, 'providerNotAllowed', provider)
      const isProved =
        pending.email === email && pending.emailVerified && (await isAuthoritativeFor(change.db, named, email))
      if (isProved) return createProved(signIn, change, provider, pending, email)
      // As registration: whoever has an identity at a provider could have mails sent to any address.
      await rates.consume('resetRequest', callerOf(context), context.now)
      return requestEmailVerification(change, provider, { ...pending, browserHash }, email)
    })
    .catch(async (error) => {
      const isConflict = error instanceof AddressTaken || conflictOf(error)?.code === 'conflict'
      if (!isConflict) throw error
      // The transaction was rolled back, so the ticket is still valid and its identity can still be linked.
      return context.change(async (change) => refuse(change, 'conflict', { id: named }))
    })
  if (outcome.at === 'refused') throw new Problem(outcome.reason)
  if (outcome.at === 'verification') {
    // The browser cookie has to last as long as the mailed link.
    setFederationCookie(context.request, reply, context.configuration)
    return { result: 'VERIFICATION_REQUIRED', username: email }
  }
  services.actors.forgetPerson(outcome.plan.person.userId)
  return issueSessionTokens(services, context, reply, outcome.plan)
}

class AddressTaken extends Error {}

/** Refuses; the audit log names the `cause`, which is the reason unless the response must say less. */
function refuse(
  { audit }: Change,
  reason: Extract<Outcome, { at: 'refused' }>['reason'],
  provider: Pick<Provider, 'id'> | undefined,
  cause: string = reason,
): Outcome {
  const target = provider && { target: { type: 'sso-providers', id: provider.id } }
  audit({ action, customer: null, result: 'failure', reason: cause, ...target })
  return { at: 'refused', reason }
}

/**
 * The provider proves the address. An unproved account with that address is handed to its owner and linked; a proved account
 * makes the address taken.
 */
async function createProved(
  signIn: FederatedSignIn,
  change: Change,
  { emailMatch }: Provider,
  pending: PendingIdentity,
  email: string,
): Promise<Outcome> {
  const { db, now, audit, configuration } = change
  const known = await lockAccountByEmail(db, email, { provider: pending.provider, now })
  const creation = creationOf(known, { isProved: true, emailMatch, canAddUsers: configuration.canAddUsers })
  if (creation === 'notAdded') return refuse(change, 'providerNotAllowed', { id: pending.provider }, creation)
  if (creation === 'taken') throw new AddressTaken()
  if (known) {
    const identityId = await verifyAndLinkIdentity(change, known, pending)
    return open(signIn, change, known, { ...pending, identityId })
  }
  const id = await addFederatedUser(db, { email, isProved: true }, now)
  if (id === undefined) throw new AddressTaken()
  await addClaimedNames(db, id, pending)
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
  person: Parameters<typeof toAuthenticatedPerson>[0],
  { identityId, ...pending }: PendingIdentity & { identityId: string },
): Promise<Outcome> {
  // The ticket does not record when the person authenticated at the provider.
  const provedAt = unknownProofAt(context.now)
  const plan = planSession(services, context, reply, toAuthenticatedPerson(person, { ...pending, provedAt }))
  await openSession(change, plan)
  await recordFederationSession(change.db, { sessionId: plan.sessionId, identityId, provider: pending.provider })
  return { at: 'signedIn', plan }
}

/** Mails a link that proves the address, or instructions for linking its account. At most three mails an hour are sent. */
async function requestEmailVerification(
  change: Change,
  provider: Provider,
  pending: PendingIdentity & { browserHash: Buffer },
  email: string,
): Promise<Outcome> {
  const { db, now, audit, configuration } = change
  const known = await lockAccountByEmail(db, email, { provider: provider.id, now })
  const { emailMatch } = provider
  const creation = creationOf(known, { isProved: false, emailMatch, canAddUsers: configuration.canAddUsers })
  const kind = creation === 'notify' ? 'provider-known-address' : 'provider-verify-address'
  const added =
    creation === 'verify' && !known ? await addFederatedUser(db, { email, isProved: false }, now) : undefined
  const userId = known?.id ?? added
  const isTooOften = userId !== undefined && (await isOverAllowance(db, { to: userId, kind }, now))
  const failure = userId === undefined ? 'notAdded' : isTooOften ? 'tooOften' : undefined
  audit({
    action: 'federation.verification',
    customer: known?.homeCustomer ?? null,
    actor: { id: null, email },
    target: { type: 'sso-providers', id: provider.id },
    ...(failure && { result: 'failure' as const, reason: failure }),
  })
  if (userId === undefined || isTooOften) return { at: 'verification' }
  if (creation === 'notify') await enqueueMail(change, { to: userId, kind, values: { provider: provider.name } })
  else await mailVerification(change, provider, { ...pending, userId, email })
  return { at: 'verification' }
}

async function mailVerification(
  change: Change,
  { name }: Provider,
  verification: Omit<Verification, 'codeHash'>,
): Promise<void> {
  const { db, now, configuration } = change
  const code = randomSecret()
  const expiresAt = now + proofHours * 3_600_000
  await addVerification(db, { ...verification, codeHash: hashSecret(code) }, { now, expiresAt })
  await enqueueMail(change, {
    to: verification.userId,
    kind: 'provider-verify-address',
    values: {
      provider: name,
      link: `${callbackAddress(configuration)}?verify=${code}`,
      expiresAt: instantOf(expiresAt),
    },
  })
}

/** The result of a mailed code. */
type Proof =
  | { at: 'refused' }
  | { at: 'challenged'; challenge: { ticket: string; username: string } }
  | { at: 'proved'; provider: string; userId: string }

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
    const { userId, email, homeCustomer, provider } = verification
    const account = { id: userId, email, homeCustomer }
    if (await proveMailbox(change, account, 'mail')) {
      await linkWithoutNotice(change, account, verification)
      await addClaimedNames(db, userId, verification)
      return { at: 'proved', provider, userId }
    }
    if (verification.hasSecondFactor) return challenge(signIn, change, verification)
    // The provider may have been shut out since the mail was sent.
    if (!(await mayLink(db, { ...verification, byMail: true }, { userId, now }))) {
      const about = { customer: homeCustomer, actor: { id: userId, email } }
      audit({ action: 'federation.link', result: 'failure', reason: 'providerNotAllowed', ...about })
      return { at: 'refused' }
    }
    // The owner of an account that was proved before is notified of the new sign-in method, as with every link.
    await linkIdentity(change, account, verification)
    return { at: 'proved', provider, userId }
  })
  if (proof.at === 'refused') throw new Problem('invalidCode')
  if (proof.at === 'challenged') throw challengeRequested(context, reply, proof.challenge)
  services.actors.forgetPerson(proof.userId)
  return { provider: proof.provider }
}

/** Creates the second-factor challenge, which carries the pending link. */
async function challenge(
  { context, reply }: FederatedSignIn,
  { db, now, audit }: Change,
  { userId, email, homeCustomer, provider, issuer, subject }: ConsumedVerification,
): Promise<Proof> {
  const browserHash = setBrowserCookie(context.request, reply, context.configuration)
  const issued = newChallenge({ userId, browserHash, rememberMe: false }, now)
  await addChallenge(db, { ...issued, pendingLink: { provider, issuer, subject, email, byMail: true } })
  audit({ action: 'session.challenge', customer: homeCustomer, actor: { id: userId, email } })
  return { at: 'challenged', challenge: { ticket: issued.ticket, username: email } }
}
