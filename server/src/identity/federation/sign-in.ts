import type { Tokens } from '@lintel/contract/identity/tokens'
import { Problem } from '@lintel/contract/problems'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context'
import { hashSecret, randomSecret } from '../random-secret'
import {
  issueSessionTokens,
  openSession,
  openSessionInOneStatement,
  planSession,
  toAuthenticatedPerson,
} from '../sessions/open-session'
import { flowLifetimeMs } from './begin-flow'
import { isMatchedEmail } from './email-match'
import {
  type FederatedAccount,
  findAccountByIdentity,
  isInUse,
  lockAccountByEmail,
  lockProvider,
  providerLockSql,
  recordFederationSession,
} from './federation.store'
import type { FederationServices } from './federation-services'
import { type Callback, type CallbackResult, handleCallback } from './handle-callback'
import { verifyAndLinkIdentity } from './link-identity'
import type { ProviderClaims } from './open-id-providers'
import { addTicket } from './tickets.store'

/** The context of a sign-in at a provider. */
export interface FederatedSignIn {
  services: FederationServices
  context: Context
  reply: FastifyReply
}

/** Signs in the person of a callback; 449 when no account has the identity (account-portal chapter 4). */
export async function signInWithCode(
  signIn: FederatedSignIn,
  { rememberMe, ...callback }: Callback & { rememberMe: boolean },
): Promise<Tokens> {
  const { services, context } = signIn
  const returned = { ...(await handleCallback(services, context, callback)), rememberMe }
  const known = await findAccountByIdentity(context.db, returned.key, context.now)
  if (known) return admit(signIn, returned, known)
  const claims = await returned.claims()
  const isMatched = await isMatchedEmail(context.db, returned.provider, claims)
  if (isMatched) {
    const matched = await signInByEmail(signIn, returned, claims)
    if (matched) return matched
  }
  return throwUnknownIdentity(context, returned, { ...claims, isMatched })
}

/** The result of a callback, and whether the session is to be remembered. */
type CallbackSession = CallbackResult & { rememberMe: boolean }

/** Opens a session for the account of the identity, if this provider may open it. */
async function admit(
  { services, context, reply }: FederatedSignIn,
  { key, rememberMe, provedAt }: CallbackSession,
  account: FederatedAccount & { identityId: string },
): Promise<Tokens> {
  const refusal = refusalReason(account)
  const { provider } = key
  if (refusal !== undefined) throw await auditedProblem(context, account, provider, refusal)
  const plan = planSession(
    services,
    context,
    reply,
    toAuthenticatedPerson(account, { method: 'federation', provider, rememberMe, provedAt }),
  )
  const { identityId } = account
  const isOpen = await openSessionInOneStatement(context, plan, {
    externalIdentity: { identityId, provider },
    providerLock: providerLockSql(key),
  })
  if (!isOpen) throw await auditedProblem(context, account, provider, 'providerNotAllowed')
  return issueSessionTokens(services, context, reply, plan)
}

/**
 * Signs in by the verified email address of a provider with `emailMatch` and links the identity. Undefined when the address has
 * no account.
 */
async function signInByEmail(
  { services, context, reply }: FederatedSignIn,
  { key, rememberMe, provedAt }: CallbackSession,
  claims: ProviderClaims,
): Promise<Tokens | undefined> {
  const { provider } = key
  const { email = '', givenName, familyName } = claims
  const matched = await context.change(async (change) => {
    const settings = await lockProvider(change.db, provider)
    // Again where the provider, the domain and its customer stay locked: they may have changed since (decision 084).
    if (!settings || !isInUse(settings, key) || !(await isMatchedEmail(change.db, settings, claims))) {
      auditLoginRefusal(change.audit, undefined, provider, 'providerNotAllowed')
      return 'providerNotAllowed'
    }
    const account = await lockAccountByEmail(change.db, email, { provider, now: change.now })
    if (!account) {
      change.audit({ action: 'federation.unknown', customer: null, target: { type: 'sso-providers', id: provider } })
      return undefined
    }
    const refusal = refusalReason(account)
    if (refusal !== undefined) {
      auditLoginRefusal(change.audit, account, provider, refusal)
      return refusal
    }
    const identityId = await verifyAndLinkIdentity(change, account, {
      ...key,
      email,
      givenName: givenName ?? null,
      familyName: familyName ?? null,
    })
    const plan = planSession(
      services,
      context,
      reply,
      toAuthenticatedPerson(account, { method: 'federation', provider, rememberMe, provedAt }),
    )
    await openSession(change, plan)
    await recordFederationSession(change.db, { sessionId: plan.sessionId, identityId, provider })
    return { plan, userId: account.id }
  })
  if (matched === undefined) return undefined
  if (typeof matched === 'string') throw new Problem(matched)
  services.actors.forgetPerson(matched.userId)
  return issueSessionTokens(services, context, reply, matched.plan)
}

/**
 * Why a provider may not open an account: it is closed, belongs to staff, or its login methods exclude the provider (security
 * E6).
 */
export function refusalReason({
  isUsable,
  isStaff,
  isAllowed,
}: FederatedAccount): 'invalid_grant' | 'providerNotAllowed' | undefined {
  if (!isUsable) return 'invalid_grant'
  return isStaff || !isAllowed ? 'providerNotAllowed' : undefined
}

type Refusal = NonNullable<ReturnType<typeof refusalReason>>

async function auditedProblem(
  { change }: Context,
  account: FederatedAccount,
  provider: string,
  refusal: Refusal,
): Promise<Problem> {
  await change(async ({ audit }) => auditLoginRefusal(audit, account, provider, refusal))
  return new Problem(refusal)
}

type Audit = Parameters<Parameters<Context['change']>[0]>[0]['audit']

/** Records a refused sign-in in the audit log, for an account or for an address without one. */
const auditLoginRefusal = (audit: Audit, account: FederatedAccount | undefined, provider: string, reason: Refusal) =>
  audit({
    action: 'session.login',
    customer: account?.homeCustomer ?? null,
    result: 'failure',
    reason,
    ...(account && { actor: { id: account.id, email: account.email } }),
    target: { type: 'sso-providers', id: provider },
  })

/**
 * No account has this identity: throws `unknownIdentity` with a ticket to create or link an account within ten minutes
 * (security S4, B8).
 */
async function throwUnknownIdentity(
  { change, now }: Context,
  { provider, key, browserHash, rememberMe }: CallbackSession,
  claims: ProviderClaims & { isMatched: boolean },
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
    await addTicket(db, pending, { ticketHash: hashSecret(ticket), browserHash, now, expiresAt: now + flowLifetimeMs })
    audit({ action: 'federation.offer', customer: null, target: { type: 'sso-providers', id: provider.id } })
  })
  // A provider with `emailMatch` only proposes addresses that match; other addresses have to be proved by mail.
  const proposes = !provider.emailMatch || claims.isMatched
  throw new Problem('unknownIdentity', {
    meta: {
      refreshToken: ticket,
      ...(proposes && claims.email !== undefined && { proposedUsername: claims.email }),
      linkingAllowed: !provider.emailMatch,
    },
  })
}
