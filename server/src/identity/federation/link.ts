import type { linkByPassword, linkSignedIn } from '@lintel/contract/identity/federation'
import type { Tokens } from '@lintel/contract/identity/tokens'
import { type Actor, isNoGuest, type Person } from '@lintel/contract/people/permissions'
import { Problem } from '@lintel/contract/problems'
import type { z } from 'zod'
import type { Account } from '../guessing/attempt.store'
import { settleRefusal, settleRight } from '../login/settle'
import { type Trial, tryPassword } from '../login/try-password'
import { emailOf } from '../login/username'
import { challengeRequested, newChallenge } from '../mfa/challenge'
import { addChallenge } from '../mfa/mfa.store'
import { hashOf } from '../own-secret'
import { browserHashOf, federationCookie, keepBrowserCookie } from '../sessions/cookies'
import { answerSession, openSession, planSession } from '../sessions/open-session'
import { findProvider, mayLink, noteSession } from './federation.store'
import { linkTo } from './link-identity'
import { receive } from './return'
import { type FederatedSignIn, provenBy } from './sign-in'
import { findTicket, type TicketHeld, useTicket } from './tickets.store'

/** Links the identity of a ticket to an account that its password (and second factor) proves, and signs in. */
export async function linkExisting(
  signIn: FederatedSignIn,
  { provider, refreshToken, username, password }: z.output<typeof linkByPassword>,
): Promise<Tokens> {
  const { services, context } = signIn
  const { request, configuration, db, now } = context
  const browserHash = hashOf(federationCookie(request, configuration) ?? '')
  const held = { ticketHash: hashOf(refreshToken), browserHash, provider, now }
  const proved = await findTicket(db, held)
  if (!proved) throw new Problem('federationFailed')
  const settings = await findProvider(db, provider)
  // Whose addresses are its own links by them, and by nothing else (account-portal chapter 3).
  if (!settings || settings.isDisabled || settings.emailMatch || settings.issuer !== proved.issuer)
    throw new Problem('providerNotAllowed')
  const email = emailOf(username, configuration)
  const trial = await tryPassword(services, {
    email,
    typed: password,
    browserHash: browserHashOf(request, configuration),
  })
  const { account } = trial
  if (trial.refusal || !account) {
    await context.change((change) => settleRefusal(change, trial, email, 'federation.link'))
    throw new Problem('invalid_grant')
  }
  // It lets in once, to choose a password: a way in for good does not come from it.
  if (trial.isTemporary) {
    await context.change((change) =>
      settleRefusal(change, { ...trial, refusal: 'temporary' }, email, 'federation.link'),
    )
    throw new Problem('invalid_grant')
  }
  if (account.resetNeeded || !(await mayLink(db, proved, account.id))) {
    await context.change(async (change) => {
      await settleRight(change, trial)
      const reason = account.resetNeeded ? 'resetNeeded' : account.isStaff ? 'staff' : 'providerNotAllowed'
      change.audit({ action: 'federation.link', result: 'failure', reason, ...who(account) })
    })
    throw new Problem(account.resetNeeded ? 'password_reset_needed' : 'providerNotAllowed')
  }
  try {
    return await (account.hasSecondFactor
      ? challenge(signIn, trial, account, held)
      : complete(signIn, trial, account, held))
  } catch (error) {
    // The ticket was spent meanwhile, or the identity is somebody's: the password was right all the same (security B2).
    const reason = error instanceof Problem ? error.code : 'conflict'
    if (reason !== 'CHALLENGE_REQUESTED') {
      await context.change(async (change) => {
        await settleRight(change, trial)
        change.audit({ action: 'federation.link', result: 'failure', reason, ...who(account) })
      })
    }
    throw error
  }
}

async function complete(
  { services, context, reply, rememberMe }: FederatedSignIn,
  trial: Trial,
  account: Account,
  held: TicketHeld,
): Promise<Tokens> {
  const opening = planSession(services, context, reply, provenBy(account, rememberMe))
  await context.change(async (change) => {
    const pending = await useTicket(change.db, held)
    if (!pending) throw new Problem('federationFailed')
    await settleRight(change, trial)
    const identityId = await linkTo(change, account, pending)
    await openSession(change, opening)
    await noteSession(change.db, { sessionId: opening.sessionId, identityId, provider: pending.provider })
  })
  return answerSession(services, context, reply, opening)
}

/** The password was right, and a second factor is owed: the ticket is spent, and the challenge carries what it stood for. */
async function challenge(
  { context, reply, rememberMe }: FederatedSignIn,
  trial: Trial,
  account: Account,
  held: TicketHeld,
): Promise<never> {
  const browserHash = keepBrowserCookie(context.request, reply, context.configuration)
  const made = newChallenge({ userId: account.id, browserHash, rememberMe }, context.now)
  await context.change(async (change) => {
    const pending = await useTicket(change.db, held)
    if (!pending) throw new Problem('federationFailed')
    const { provider, issuer, subject, email } = pending
    await settleRight(change, trial)
    await addChallenge(change.db, { ...made, pendingLink: { provider, issuer, subject, email } })
    change.audit({ action: 'session.challenge', ...who(account) })
  })
  throw challengeRequested(made)
}

const who = ({ id, email, homeCustomer }: Account) => ({ customer: homeCustomer, actor: { id, email } })

/** Only the regular authenticator's sessions link; staff sign in with their own factor (account-portal chapters 4, 6). */
export const mayLinkOwn = (actor: Actor): boolean => isNoGuest(actor) && actor.method === 'password' && !actor.isStaff

/** Links the identity that came back to the account of the person who is signed in. */
export async function linkOwn(
  { services, context }: Pick<FederatedSignIn, 'services' | 'context'>,
  actor: Person,
  callback: z.output<typeof linkSignedIn>,
): Promise<void> {
  const { provider, key, details } = await receive(services, context, callback)
  if (provider.emailMatch) throw new Problem('providerNotAllowed')
  const { email = null } = await details()
  await context.change(async (change) => {
    if (!(await mayLink(change.db, key, actor.id))) throw new Problem('providerNotAllowed')
    await linkTo(change, actor, { ...key, email })
  })
}
