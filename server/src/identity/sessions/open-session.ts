import { mustSetPassword } from '@lintel/contract/identity/own-credentials'
import type { SignInMethod, Tokens } from '@lintel/contract/identity/tokens'
import type { FastifyReply } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { retryWhenLocked } from '../../platform/advisory-locks'
import { type AuditEvent, auditRows } from '../../platform/audit/audit'
import type { Change, Context, Origin } from '../../platform/context'
import type { StatementPart } from '../../platform/database'
import type { IdentityServices } from '../identity-services'
import { browserKnownSeconds, isOurPage, refreshCookie, setBrowserCookie, setRefreshCookie } from './cookies'
import { makeRefreshSecret, readRefreshSecret } from './refresh-secret'
import { sessionTerms } from './session-terms'
import { insertSession, type NewSession, openSessionCall, type SessionStatementOptions } from './sessions.store'

/** A person who was authenticated, and how. */
export interface AuthenticatedPerson {
  userId: string
  email: string
  isStaff: boolean
  isAdministrator: boolean
  mustUpdatePassword: boolean
  homeCustomer: string | null
  method: SignInMethod
  /** The identity provider that authenticated them, if any. */
  provider?: string
  /** When they authenticated, in milliseconds, if that was before the sign-in. */
  provedAt?: number
  secondFactor: boolean
  rememberMe: boolean
  guestProject?: string
}

/** What a session depends on of its account. */
export type SigningInAccount = Pick<AuthenticatedPerson, 'email' | 'isStaff' | 'isAdministrator' | 'homeCustomer'> & {
  id: string
  mustUpdatePassword?: boolean
}

/** How a person was authenticated. */
type Authentication = Pick<AuthenticatedPerson, 'method' | 'provider' | 'provedAt' | 'rememberMe' | 'guestProject'> & {
  /** Default false; whether a provider required one is known to the provider only. */
  secondFactor?: boolean
}

/** The owner of an account who was authenticated like this. */
export const toAuthenticatedPerson = (
  { id, email, isStaff, isAdministrator, homeCustomer, mustUpdatePassword = false }: SigningInAccount,
  authentication: Authentication,
): AuthenticatedPerson => ({
  ...{ userId: id, email, isStaff, isAdministrator, homeCustomer, secondFactor: false, ...authentication },
  mustUpdatePassword: mustSetPassword({ mustUpdatePassword, method: authentication.method }),
})

/** A session to be written, and what the client will get. */
export interface SessionPlan {
  person: AuthenticatedPerson
  sessionId: string
  rememberMe: boolean
  /** The time of the sign-in, from which all lifetimes count; the transaction begins a little later. */
  openedAt: number
  provedAt: number
  expiresAt: number
  /** The refresh secret and how it is sent; null for a client that may not have one. */
  refresh: { text: string; hash: Buffer; by: 'cookie' | 'answer' } | null
  browserHash: Buffer | null
  idleSeconds: number
  replaces: string | null
}

/** Plans the session of a person: lifetime, refresh secret, replaced session. Sets the known-browser cookie. */
export function planSession(
  services: IdentityServices,
  context: Context,
  reply: FastifyReply,
  person: AuthenticatedPerson,
): SessionPlan {
  const { request, configuration, now } = context
  const terms = sessionTerms(person)
  const sessionId = uuidv7()
  const by = isOurPage(request) ? 'cookie' : terms.rememberMe ? 'answer' : null
  const replaced = isOurPage(request)
    ? readRefreshSecret(services.secrets, refreshCookie(request, configuration) ?? '')
    : undefined
  return {
    person,
    sessionId,
    rememberMe: terms.rememberMe,
    openedAt: now,
    provedAt: person.provedAt ?? now,
    idleSeconds: terms.idleSeconds,
    expiresAt: now + terms.absoluteSeconds * 1_000,
    refresh: by && { ...makeRefreshSecret(services.secrets, sessionId, 0), by },
    browserHash: setBrowserCookie(request, reply, configuration),
    replaces: replaced?.sessionId ?? null,
  }
}

/** Writes the session and its audit event, in a transaction that has more to write. */
export async function openSession({ db, origin, audit }: Change, plan: SessionPlan): Promise<void> {
  await insertSession(db, rowOf(plan, origin), plan.openedAt)
  audit(loginEvent(plan))
}

/**
 * Writes the session, completes the attempt and appends the audit event in one statement, which is its own transaction: a
 * sign-in by password needs no other besides finding the account. False where the provider may no longer be used.
 */
export async function openSessionInOneStatement(
  { db, actor, origin, now }: Context,
  plan: SessionPlan,
  more: Omit<SessionStatementOptions, 'events'> = {},
): Promise<boolean> {
  const events = auditRows([loginEvent(plan)], { actor, ...origin, now })
  return retryWhenLocked(() => insertSession(db, rowOf(plan, origin), plan.openedAt, { ...more, events }))
}

/** The same as an SQL expression, for a statement that does more. */
export function openSessionSql({ actor, origin, now }: Context, plan: SessionPlan): StatementPart {
  const events = auditRows([loginEvent(plan)], { actor, ...origin, now })
  return openSessionCall(rowOf(plan, origin), plan.openedAt, { events })
}

const rowOf = ({ person, sessionId, refresh, ...plan }: SessionPlan, origin: Origin): NewSession => ({
  id: sessionId,
  userId: person.userId,
  method: person.method,
  secondFactor: person.secondFactor,
  rememberMe: plan.rememberMe,
  guestProject: person.guestProject ?? null,
  idleSeconds: plan.idleSeconds,
  expiresAt: plan.expiresAt,
  ip: origin.ip,
  userAgent: origin.userAgent,
  browserHash: plan.browserHash,
  refreshHash: refresh?.hash ?? null,
  provedAt: plan.provedAt,
  browserKnownUntil: plan.openedAt + browserKnownSeconds * 1_000,
  replaces: plan.replaces,
})

const loginEvent = ({ person, sessionId, rememberMe }: SessionPlan): AuditEvent => ({
  action: 'session.login',
  customer: person.homeCustomer,
  actor: { id: person.userId, email: person.email },
  target: { type: 'sessions', id: sessionId },
  sessionId,
  after: {
    method: person.method,
    ...(person.provider !== undefined && { provider: person.provider }),
    secondFactor: person.secondFactor,
    rememberMe,
  },
})

/** Issues the tokens of a session that has been written; the refresh secret goes into the cookie or the response. */
export async function issueSessionTokens(
  services: IdentityServices,
  context: Context,
  reply: FastifyReply,
  plan: SessionPlan,
): Promise<Tokens> {
  const { person, sessionId, expiresAt, provedAt, refresh, rememberMe } = plan
  if (plan.replaces !== null) services.actors.forgetSession(plan.replaces)
  const { userId, email, method } = person
  const issued = await services.tokens.issue({ sessionId, userId, email, expiresAt, provedAt, method }, context.now)
  if (refresh?.by === 'cookie') {
    setRefreshCookie(reply, context.configuration, refresh.text, rememberMe ? new Date(expiresAt) : undefined)
  }
  return {
    result: 'SUCCESS',
    ...issued,
    tokenType: 'Bearer',
    ...(refresh?.by === 'answer' && { refreshToken: refresh.text }),
    ...(person.mustUpdatePassword && { mustUpdatePassword: true }),
    logoutWhenIdle: !rememberMe,
    idleSeconds: plan.idleSeconds,
  }
}
