import type { linkByPassword, linkSignedIn } from '@lintel/contract/identity/federation'
import { hasOwnCredentials } from '@lintel/contract/identity/own-credentials'
import type { Tokens } from '@lintel/contract/identity/tokens'
import type { Actor, Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { z } from 'zod'
import { conflictOf } from '../../platform/conflicts'
import type { Change, Context } from '../../platform/context'
import type { Account } from '../guessing/attempt.store'
import type { Allowance } from '../guessing/failure-limit'
import { auditFieldsOf, recordFailedAttempt, recordVerifiedAttempt } from '../login/record-attempt'
import { type PasswordAttempt, tryPassword, withoutTemporary } from '../login/try-password'
import { emailOf } from '../login/username'
import { withPasswordLock } from '../login/with-password-lock'
import { challengeRequested, newChallenge } from '../mfa/challenge'
import { addChallenge } from '../mfa/challenges.store'
import { lockVerifiedPassword } from '../passwords/passwords.store'
import { hashSecret } from '../random-secret'
import { browserHashOf, federationCookie, setBrowserCookie } from '../sessions/cookies'
import {
  issueSessionTokens,
  openSession,
  planSession,
  type SessionPlan,
  toAuthenticatedPerson,
} from '../sessions/open-session'
import { lockSession } from '../sessions/sessions.store'
import { requireFactorProof } from '../step-up/factor-proof'
import { auditedProblem, auditRefusal } from './audit-refusal'
import { findProvider, isInUse, mayLink, recordFederationSession } from './federation.store'
import { handleCallback } from './handle-callback'
import { linkIdentity } from './link-identity'
import type { FederatedSignIn } from './sign-in'
import { consumeTicket, findTicket, type PendingIdentity, type PresentedTicket } from './tickets.store'

const action = 'federation.link'

/** Links the identity of a ticket to an account, authenticated by its password (and second factor), and signs in. */
export async function linkExisting(
  signIn: FederatedSignIn,
  { provider, refreshToken, username, password }: z.output<typeof linkByPassword>,
  allowance: Allowance,
): Promise<Tokens> {
  const { services, context, reply } = signIn
  const { request, configuration, db, now } = context
  const browserHash = hashSecret(federationCookie(request, configuration) ?? '')
  const ticket = { ticketHash: hashSecret(refreshToken), browserHash, provider, now }
  const identity = await findTicket(db, ticket)
  const settings = await findProvider(db, provider)
  if (!identity) throw await auditedProblem(context, 'federationFailed', { action, provider: settings?.id })
  // A provider with `emailMatch` links by email address only (account-portal chapter 3).
  if (!settings || settings.emailMatch || !isInUse(settings, identity))
    throw await auditedProblem(context, 'providerNotAllowed', { action, provider: settings?.id })
  const email = emailOf(username, configuration)
  const typed = { email, typed: password, browserHash: browserHashOf(request, configuration), allowance }
  const attempt = withoutTemporary(await tryPassword(services, typed))
  const { account } = attempt
  if (attempt.refusal || !account) {
    await context.change((change) => recordFailedAttempt(change, attempt, email, action))
    throw new Problem('invalid_grant')
  }
  const verified = { attempt, account, ticket, identity }
  const outcome = await withPasswordLock(context, { attempt, account, action }, () =>
    account.hasSecondFactor ? challenge(signIn, verified) : complete(signIn, verified),
  ).catch((error) => auditConflict(context, verified, error))
  switch (outcome.at) {
    case 'refused':
      throw new Problem(outcome.reason)
    case 'challenged':
      throw challengeRequested(context, reply, outcome.challenge)
    case 'signedIn':
      return issueSessionTokens(services, context, reply, outcome.plan)
  }
}

/** A verified password and the identity to be linked. */
interface VerifiedLink {
  attempt: PasswordAttempt
  account: Account
  ticket: PresentedTicket
  identity: PendingIdentity
}

/** The result of a verified password. */
type Outcome =
  | { at: 'refused'; reason: 'password_reset_needed' | 'providerNotAllowed' | 'federationFailed' | 'conflict' }
  | { at: 'challenged'; challenge: { ticket: string } }
  | { at: 'signedIn'; plan: SessionPlan }

/** Links the identity and opens a session of its provider. */
function complete({ services, context, reply }: FederatedSignIn, verified: VerifiedLink): Promise<Outcome> {
  const { account, identity } = verified
  const { provider, rememberMe } = identity
  const person = toAuthenticatedPerson(account, { method: 'federation', provider, rememberMe })
  const plan = planSession(services, context, reply, person)
  return spendTicket(context, verified, async (change, pending) => {
    const identityId = await linkIdentity(change, account, pending)
    await openSession(change, plan)
    await recordFederationSession(change.db, { sessionId: plan.sessionId, identityId, provider: pending.provider })
    return { at: 'signedIn', plan }
  })
}

/** Creates the second-factor challenge, which carries the pending link. */
function challenge({ context, reply }: FederatedSignIn, verified: VerifiedLink): Promise<Outcome> {
  const { account, identity } = verified
  const browserHash = setBrowserCookie(context.request, reply, context.configuration)
  const issued = newChallenge({ userId: account.id, browserHash, rememberMe: identity.rememberMe }, context.now)
  return spendTicket(context, verified, async (change, { provider, issuer, subject, email }) => {
    await addChallenge(change.db, { ...issued, pendingLink: { provider, issuer, subject, email } })
    change.audit({ action: 'session.challenge', ...auditFieldsOf(account) })
    return { at: 'challenged', challenge: issued }
  })
}

/**
 * Consumes the ticket and calls `run` while the password is still the verified one (security D6) and the provider may be linked
 * (security E6); both stay locked until the transaction ends.
 */
const spendTicket = (
  { change }: Context,
  { attempt, account, ticket, identity }: VerifiedLink,
  run: (change: Change, pending: PendingIdentity) => Promise<Outcome>,
): Promise<Outcome> =>
  change(async (change) => {
    const { db, now, audit } = change
    const refuse = (reason: Extract<Outcome, { at: 'refused' }>['reason'], auditReason: string = reason): Outcome => {
      audit({ action, result: 'failure', reason: auditReason, ...auditFieldsOf(account) })
      return { at: 'refused', reason }
    }
    await lockVerifiedPassword(db, account)
    await recordVerifiedAttempt(change, attempt)
    if (account.resetNeeded) return refuse('password_reset_needed', 'resetNeeded')
    if (!(await mayLink(db, identity, { userId: account.id, now })))
      return refuse('providerNotAllowed', account.isStaff ? 'staff' : 'providerNotAllowed')
    const pending = await consumeTicket(db, ticket)
    return pending ? run(change, pending) : refuse('federationFailed')
  })

/**
 * The identity was linked to another account meanwhile, which rolled back the transaction: the password still counts as
 * verified (security B2).
 */
async function auditConflict(
  { change }: Context,
  { attempt, account }: VerifiedLink,
  error: unknown,
): Promise<Outcome> {
  if (conflictOf(error)?.code !== 'conflict') throw error
  await change(async (change) => {
    await recordVerifiedAttempt(change, attempt)
    change.audit({ action, result: 'failure', reason: 'conflict', ...auditFieldsOf(account) })
  })
  return { at: 'refused', reason: 'conflict' }
}

/** Staff sign in with their own factor (account-portal chapters 4, 6). */
export const mayLinkOwn = (actor: Actor): boolean => hasOwnCredentials(actor) && !actor.isStaff

/**
 * Links the identity of a callback to the account of the signed-in person. A second factor must have been used
 * recently: sessions that the provider opens are not asked for it (security C6, E5).
 */
export async function linkCurrentUser(
  { services, context }: Pick<FederatedSignIn, 'services' | 'context'>,
  actor: Person,
  callback: z.output<typeof linkSignedIn>,
): Promise<void> {
  // Before the flow is consumed: after a step-up the client sends the same callback again.
  await requireFactorProof(context, actor)
  const { provider, key, claims } = await handleCallback(services, context, callback)
  const at = { action, provider: provider.id, customer: actor.homeCustomer } as const
  if (provider.emailMatch) throw await auditedProblem(context, 'providerNotAllowed', at)
  const { email = null } = await claims()
  const refusal = await context
    .change(async (change) => {
      const { db, now, audit } = change
      const refuse = (reason: 'providerNotAllowed' | 'ended') => {
        audit({ ...at, result: 'failure', reason })
        return reason
      }
      if (!(await mayLink(db, key, { userId: actor.id, now }))) return refuse('providerNotAllowed')
      // The session may have ended while the provider was called. The account before it: whatever ends sessions locks both so.
      if (!(await lockSession(db, actor.sessionId, now))?.isLive) return refuse('ended')
      // Again under the lock of the account: a second factor that was enabled concurrently requires its code as well.
      await requireFactorProof(change, actor)
      await linkIdentity(change, actor, { ...key, email })
      return undefined
    })
    .catch(async (error) => {
      if (conflictOf(error)?.code === 'conflict') await auditRefusal(context, 'conflict', at)
      throw error
    })
  if (refusal === 'ended') throw new Problem('sessionExpired')
  if (refusal) throw new Problem(refusal)
}
