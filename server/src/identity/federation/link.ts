import type { linkByPassword, linkSignedIn } from '@lintel/contract/identity/federation'
import type { Tokens } from '@lintel/contract/identity/tokens'
import { type Actor, isNoGuest, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { z } from 'zod'
import { conflictOf } from '../../platform/conflicts'
import type { Change, Context } from '../../platform/context'
import type { Account } from '../guessing/attempt.store'
import { withPasswordLock } from '../login/held-password'
import { aboutAccount, settleRefusal, settleRight } from '../login/settle'
import { type PasswordAttempt, tryPassword } from '../login/try-password'
import { emailOf } from '../login/username'
import { challengeRequested, newChallenge } from '../mfa/challenge'
import { addChallenge } from '../mfa/mfa.store'
import { hashOf } from '../own-secret'
import { holdPassword } from '../passwords/passwords.store'
import { browserHashOf, federationCookie, keepBrowserCookie } from '../sessions/cookies'
import { answerSession, type Opening, openSession, planSession } from '../sessions/open-session'
import { findProvider, isInUse, mayLink, noteSession } from './federation.store'
import { linkTo } from './link-identity'
import { refusal, tellRefusal } from './refusal'
import { receive } from './return'
import { type FederatedSignIn, provenBy } from './sign-in'
import { findTicket, type PendingIdentity, type TicketHeld, useTicket } from './tickets.store'

const action = 'federation.link'

/** Links the identity of a ticket to an account that its password (and second factor) proves, and signs in. */
export async function linkExisting(
  signIn: FederatedSignIn,
  { provider, refreshToken, username, password }: z.output<typeof linkByPassword>,
): Promise<Tokens> {
  const { services, context, reply } = signIn
  const { request, configuration, db, now } = context
  const browserHash = hashOf(federationCookie(request, configuration) ?? '')
  const held = { ticketHash: hashOf(refreshToken), browserHash, provider, now }
  const proved = await findTicket(db, held)
  const settings = await findProvider(db, provider)
  if (!proved) throw await refusal(context, 'federationFailed', { action, provider: settings?.id })
  // Whose addresses are its own links by them, and by nothing else (account-portal chapter 3).
  if (!settings || settings.emailMatch || !isInUse(settings, proved))
    throw await refusal(context, 'providerNotAllowed', { action, provider: settings?.id })
  const email = emailOf(username, configuration)
  const trial = await tryPassword(services, {
    email,
    typed: password,
    browserHash: browserHashOf(request, configuration),
  })
  const { account } = trial
  // An invitation's password lets in once, to choose one: a way in for good does not come from it.
  const wrong = trial.refusal ?? (trial.isTemporary ? ('temporary' as const) : null)
  if (wrong || !account) {
    await context.change((change) => settleRefusal(change, { ...trial, refusal: wrong }, email, action))
    throw new Problem('invalid_grant')
  }
  const right = { trial, account, held, proved }
  const outcome = await withPasswordLock(context, { trial, account, action }, () =>
    account.hasSecondFactor ? challenge(signIn, right) : complete(signIn, right),
  ).catch((error) => tellConflict(context, right, error))
  switch (outcome.at) {
    case 'refused':
      throw new Problem(outcome.reason)
    case 'challenged':
      throw challengeRequested(context, reply, outcome.challenge)
    case 'signedIn':
      return answerSession(services, context, reply, outcome.opening)
  }
}

/** A right password, and the identity that it is to link. */
interface VerifiedAttempt {
  trial: PasswordAttempt
  account: Account
  held: TicketHeld
  proved: PendingIdentity
}

/** Where a right password leads. */
type Outcome =
  | { at: 'refused'; reason: 'password_reset_needed' | 'providerNotAllowed' | 'federationFailed' | 'conflict' }
  | { at: 'challenged'; challenge: { ticket: string } }
  | { at: 'signedIn'; opening: Opening }

/** The identity becomes the account's, and the session is one of its provider. */
function complete({ services, context, reply }: FederatedSignIn, right: VerifiedAttempt): Promise<Outcome> {
  const { account, proved } = right
  const opening = planSession(services, context, reply, provenBy(account, proved))
  return spendTicket(context, right, async (change, pending) => {
    const identityId = await linkTo(change, account, pending)
    await openSession(change, opening)
    await noteSession(change.db, { sessionId: opening.sessionId, identityId, provider: pending.provider })
    return { at: 'signedIn', opening }
  })
}

/** A second factor is owed: the challenge carries what the ticket stood for. */
function challenge({ context, reply }: FederatedSignIn, right: VerifiedAttempt): Promise<Outcome> {
  const { account, proved } = right
  const browserHash = keepBrowserCookie(context.request, reply, context.configuration)
  const made = newChallenge({ userId: account.id, browserHash, rememberMe: proved.rememberMe }, context.now)
  return spendTicket(context, right, async (change, { provider, issuer, subject, email }) => {
    await addChallenge(change.db, { ...made, pendingLink: { provider, issuer, subject, email } })
    change.audit({ action: 'session.challenge', ...aboutAccount(account) })
    return { at: 'challenged', challenge: made }
  })
}

/**
 * Spends the ticket and does `run`, while the password is the one that was verified (security D6) and the provider may be
 * linked (security E6): all of it holds until the transaction ends.
 */
const spendTicket = (
  { change }: Context,
  { trial, account, held, proved }: VerifiedAttempt,
  run: (change: Change, pending: PendingIdentity) => Promise<Outcome>,
): Promise<Outcome> =>
  change(async (change) => {
    const { db, audit } = change
    const refuse = (reason: Extract<Outcome, { at: 'refused' }>['reason'], why: string = reason): Outcome => {
      audit({ action, result: 'failure', reason: why, ...aboutAccount(account) })
      return { at: 'refused', reason }
    }
    await holdPassword(db, account)
    await settleRight(change, trial)
    if (account.resetNeeded) return refuse('password_reset_needed', 'resetNeeded')
    if (!(await mayLink(db, proved, account.id)))
      return refuse('providerNotAllowed', account.isStaff ? 'staff' : 'providerNotAllowed')
    const pending = await useTicket(db, held)
    return pending ? run(change, pending) : refuse('federationFailed')
  })

/** The identity is somebody's by now, which undid everything: the password was right all the same (security B2). */
async function tellConflict(
  { change }: Context,
  { trial, account }: VerifiedAttempt,
  error: unknown,
): Promise<Outcome> {
  if (conflictOf(error)?.code !== 'conflict') throw error
  await change(async (change) => {
    await settleRight(change, trial)
    change.audit({ action, result: 'failure', reason: 'conflict', ...aboutAccount(account) })
  })
  return { at: 'refused', reason: 'conflict' }
}

/** Only the regular authenticator's sessions link; staff sign in with their own factor (account-portal chapters 4, 6). */
export const mayLinkOwn = (actor: Actor): boolean => isNoGuest(actor) && actor.method === 'password' && !actor.isStaff

/** Links the identity that came back to the account of the person who is signed in. */
export async function linkOwn(
  { services, context }: Pick<FederatedSignIn, 'services' | 'context'>,
  actor: Person,
  callback: z.output<typeof linkSignedIn>,
): Promise<void> {
  const { provider, key, details } = await receive(services, context, callback)
  const at = { action, provider: provider.id, customer: actor.homeCustomer } as const
  if (provider.emailMatch) throw await refusal(context, 'providerNotAllowed', at)
  const { email = null } = await details()
  const isLinked = await context
    .change(async (change) => {
      const isAllowed = await mayLink(change.db, key, actor.id)
      if (isAllowed) await linkTo(change, actor, { ...key, email })
      else change.audit({ ...at, result: 'failure', reason: 'providerNotAllowed' })
      return isAllowed
    })
    .catch(async (error) => {
      if (conflictOf(error)?.code === 'conflict') await tellRefusal(context, 'conflict', at)
      throw error
    })
  if (!isLinked) throw new Problem('providerNotAllowed')
}
