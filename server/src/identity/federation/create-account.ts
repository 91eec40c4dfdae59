import type { createFederatedUser } from '@lintel/contract/identity/federation'
import type { CallAnswer, CallInput } from '@lintel/contract/jsonapi/call'
import { newEmailPattern } from '@lintel/contract/jsonapi/email-pattern'
import { Problem } from '@lintel/contract/problems'
import { isAuthoritativeFor } from '../../customers/domains/domains.store'
import { conflictOf } from '../../platform/conflicts'
import type { Change } from '../../platform/context'
import { unknownProofAt } from '../../platform/fresh-proof'
import { callerOf } from '../guessing/caller-rates'
import { hashSecret } from '../random-secret'
import { federationCookie, setFederationCookie } from '../sessions/cookies'
import {
  issueSessionTokens,
  openSession,
  planSession,
  type SessionPlan,
  type SigningInAccount,
  toAuthenticatedPerson,
} from '../sessions/open-session'
import { creationOf } from './creation-of'
import { isInUse, lockAccountByEmail, lockProvider, type Provider, recordFederationSession } from './federation.store'
import { addClaimedNames, addFederatedUser, addIdentity } from './identities.store'
import { verifyAndLinkIdentity } from './link-identity'
import { requestEmailVerification } from './request-email-verification'
import type { FederatedSignIn } from './sign-in'
import { consumeTicket, type PendingIdentity } from './tickets.store'

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
  await rates.load('resetRequest', callerOf(context), context.now)
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
      await requestEmailVerification(change, provider, { ...pending, browserHash }, email)
      return { at: 'verification' }
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
  account: SigningInAccount,
  { identityId, provider, rememberMe }: PendingIdentity & { identityId: string },
): Promise<Outcome> {
  // The ticket does not record when the person authenticated at the provider.
  const provedAt = unknownProofAt(context.now)
  const person = toAuthenticatedPerson(account, { method: 'federation', provider, rememberMe, provedAt })
  const plan = planSession(services, context, reply, person)
  await openSession(change, plan)
  await recordFederationSession(change.db, { sessionId: plan.sessionId, identityId, provider })
  return { at: 'signedIn', plan }
}
