import type { Tokens } from '@lintel/contract/identity/tokens'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context'
import { hashOf, randomSecret } from '../own-secret'
import {
  answerSession,
  openSession,
  openSessionInOneStatement,
  type Proven,
  planSession,
} from '../sessions/open-session'
import { flowMs } from './begin'
import { isMatchedEmail } from './email-match'
import {
  accountOfEmail,
  type FederatedAccount,
  holdingProvider,
  identify,
  isInUse,
  lockProvider,
  noteSession,
} from './federation.store'
import type { FederationServices } from './federation-services'
import { takeOver } from './link-identity'
import type { Claims } from './open-id-providers'
import { type Callback, type Returned, receive } from './return'
import { addTicket } from './tickets.store'

/** What a sign-in at a provider works with. */
export interface FederatedSignIn {
  services: FederationServices
  context: Context
  reply: FastifyReply
}

/** Signs in whoever came back from a provider; 449 when nobody has the identity yet (account-portal chapter 4). */
export async function signInWithCode(
  signIn: FederatedSignIn,
  { rememberMe, ...callback }: Callback & { rememberMe: boolean },
): Promise<Tokens> {
  const { services, context } = signIn
  const returned = { ...(await receive(services, context, callback)), rememberMe }
  const known = await identify(context.db, returned.key, context.now)
  if (known) return admit(signIn, returned, known)
  const claims = await returned.details()
  const isMatched = await isMatchedEmail(context.db, returned.provider, claims)
  if (isMatched) {
    const matched = await matchedSignIn(signIn, returned, claims)
    if (matched) return matched
  }
  return offer(context, returned, { ...claims, isMatched })
}

/** Somebody who came back, and whether their session is to be remembered. */
type ToRemember = Returned & { rememberMe: boolean }

/** The account is the person's; is it one that this provider may open, now that it has answered? */
async function admit(
  { services, context, reply }: FederatedSignIn,
  { key, rememberMe, provedAt }: ToRemember,
  account: FederatedAccount & { identityId: string },
): Promise<Tokens> {
  const refusal = refusalOf(account)
  const { provider } = key
  if (refusal !== undefined) throw await refused(context, account, provider, refusal)
  const opening = planSession(services, context, reply, provenBy(account, { provider, rememberMe, provedAt }))
  const { identityId } = account
  const isOpen = await openSessionInOneStatement(context, opening, {
    begunWith: { identityId, provider },
    heldProvider: holdingProvider(key),
  })
  if (!isOpen) throw await refused(context, account, provider, 'providerNotAllowed')
  return answerSession(services, context, reply, opening)
}

/** A provider that owns the address: its verified email is the user, linked here and now. Undefined when there is none. */
async function matchedSignIn(
  { services, context, reply }: FederatedSignIn,
  { key, rememberMe, provedAt }: ToRemember,
  { email = '' }: Claims,
): Promise<Tokens | undefined> {
  const { provider } = key
  const matched = await context.change(async (change) => {
    const settings = await lockProvider(change.db, provider)
    if (!settings?.emailMatch || !isInUse(settings, key)) {
      tellRefusal(change.audit, undefined, provider, 'providerNotAllowed')
      return 'providerNotAllowed'
    }
    const account = await accountOfEmail(change.db, email, { provider, now: change.now })
    if (!account) {
      change.audit({ action: 'federation.unknown', customer: null, target: { type: 'sso-providers', id: provider } })
      return undefined
    }
    const refusal = refusalOf(account)
    if (refusal !== undefined) {
      tellRefusal(change.audit, account, provider, refusal)
      return refusal
    }
    const identityId = await takeOver(change, account, { ...key, email })
    const opening = planSession(services, context, reply, provenBy(account, { provider, rememberMe, provedAt }))
    await openSession(change, opening)
    await noteSession(change.db, { sessionId: opening.sessionId, identityId, provider })
    return { opening, userId: account.id }
  })
  if (matched === undefined) return undefined
  if (typeof matched === 'string') throw new Problem(matched)
  services.actors.forgetPerson(matched.userId)
  return answerSession(services, context, reply, matched.opening)
}

/** Why an account is not opened by a provider: it is shut, it is staff's, or its login methods say so (security E6). */
export function refusalOf({
  isUsable,
  isStaff,
  isAllowed,
}: FederatedAccount): 'invalid_grant' | 'providerNotAllowed' | undefined {
  if (!isUsable) return 'invalid_grant'
  return isStaff || !isAllowed ? 'providerNotAllowed' : undefined
}

type Refusal = NonNullable<ReturnType<typeof refusalOf>>

async function refused(
  { change }: Context,
  account: FederatedAccount,
  provider: string,
  refusal: Refusal,
): Promise<Problem> {
  await change(async ({ audit }) => tellRefusal(audit, account, provider, refusal))
  return new Problem(refusal)
}

type Audit = Parameters<Parameters<Context['change']>[0]>[0]['audit']

/** Tells the trail of an account that is not opened, or of none that was looked for. */
const tellRefusal = (audit: Audit, account: FederatedAccount | undefined, provider: string, reason: Refusal) =>
  audit({
    action: 'session.login',
    customer: account?.homeCustomer ?? null,
    result: 'failure',
    reason,
    ...(account && { actor: { id: account.id, email: account.email } }),
    target: { type: 'sso-providers', id: provider },
  })

/** Nobody has this identity: a ticket to make an account with, or to link one, within ten minutes (security S4, B8). */
async function offer(
  { change, now }: Context,
  { provider, key, browserHash, rememberMe }: ToRemember,
  claims: Claims & { isMatched: boolean },
): Promise<never> {
  const ticket = randomSecret()
  const pending = {
    ...key,
    email: claims.email ?? null,
    emailVerified: claims.emailVerified,
    givenName: claims.givenName ?? null,
    familyName: claims.familyName ?? null,
    rememberMe,
  }
  await change(async ({ db, audit }) => {
    await addTicket(db, pending, { ticketHash: hashOf(ticket), browserHash, now, expiresAt: now + flowMs })
    audit({ action: 'federation.offer', customer: null, target: { type: 'sso-providers', id: provider.id } })
  })
  // A provider that owns addresses proposes only those: another one's owner has to say so by mail.
  const proposes = !provider.emailMatch || claims.isMatched
  throw new Problem('unknownIdentity', {
    meta: {
      refreshToken: ticket,
      ...(proposes && claims.email !== undefined && { proposedUsername: claims.email }),
      linkingAllowed: !provider.emailMatch,
    },
  })
}

/** The session of somebody whom a provider proved; which second factor they gave is the provider's to know. */
export const provenBy = (
  { id, email, isStaff, isAdministrator, homeCustomer }: Omit<FederatedAccount, 'isUsable' | 'isProved' | 'isAllowed'>,
  { provider, rememberMe, provedAt }: { provider: string; rememberMe: boolean; provedAt?: number },
): Proven => ({
  userId: id,
  email,
  isStaff,
  isAdministrator,
  homeCustomer,
  mustUpdatePassword: false,
  method: 'federation',
  provider,
  secondFactor: false,
  rememberMe,
  ...(provedAt !== undefined && { provedAt }),
})
