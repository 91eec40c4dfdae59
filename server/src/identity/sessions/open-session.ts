import type { SignInMethod, Tokens } from '@lintel/contract/identity/tokens'
import type { FastifyReply } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { type AuditEvent, auditRows } from '../../platform/audit/audit'
import type { Change, Context, Origin } from '../../platform/context'
import type { StatementPart } from '../../platform/database'
import type { IdentityServices } from '../identity-services'
import { browserKnownSeconds, isOurPage, keepBrowserCookie, keepRefreshCookie, refreshCookie } from './cookies'
import { makeRefreshSecret, readRefreshSecret } from './refresh-secret'
import { sessionTerms } from './session-terms'
import { type BesideSession, insertSession, type NewSession, sessionOpening } from './sessions.store'

/** Somebody who has proved who they are. */
export interface Proven {
  userId: string
  email: string
  isStaff: boolean
  isAdministrator: boolean
  mustUpdatePassword: boolean
  homeCustomer: string | null
  method: SignInMethod
  /** The provider that proved it, where one did. */
  provider?: string
  /** When they proved it, in milliseconds, where that was before the sign-in. */
  provedAt?: number
  secondFactor: boolean
  rememberMe: boolean
  guestProject?: string
}

/** A session that is about to be written, and what the person will get. */
export interface Opening {
  proven: Proven
  sessionId: string
  rememberMe: boolean
  /** The moment of the sign-in, from which everything counts; the transaction that writes it begins a little later. */
  openedAt: number
  provedAt: number
  expiresAt: number
  /** The refresh secret, and how it travels; none for a client that may not have one. */
  refresh: { text: string; hash: Buffer; by: 'cookie' | 'answer' } | null
  browserHash: Buffer | null
  idleSeconds: number
  replaces: string | null
}

/** Decides what session a person gets: how long, remembered how, in place of which. Sets the browser's own cookie. */
export function planSession(
  services: IdentityServices,
  context: Context,
  reply: FastifyReply,
  proven: Proven,
): Opening {
  const { request, configuration, now } = context
  const terms = sessionTerms(proven)
  const sessionId = uuidv7()
  const by = isOurPage(request) ? 'cookie' : terms.rememberMe ? 'answer' : null
  const replaced = isOurPage(request)
    ? readRefreshSecret(services.secrets, refreshCookie(request, configuration) ?? '')
    : undefined
  return {
    proven,
    sessionId,
    rememberMe: terms.rememberMe,
    openedAt: now,
    provedAt: proven.provedAt ?? now,
    idleSeconds: terms.idleSeconds,
    expiresAt: now + terms.absoluteSeconds * 1_000,
    refresh: by && { ...makeRefreshSecret(services.secrets, sessionId, 0), by },
    browserHash: keepBrowserCookie(request, reply, configuration),
    replaces: replaced?.sessionId ?? null,
  }
}

/** Writes the session in the transaction of a sign-in that has more to write, and tells the audit trail. */
export async function openSession({ db, origin, audit }: Change, opening: Opening): Promise<void> {
  await insertSession(db, rowOf(opening, origin), opening.openedAt)
  audit(loginEvent(opening))
}

/**
 * Writes the session, settles the attempt and appends the audit event in one statement, which is its own transaction:
 * all that a sign-in by password costs the database beside finding the account. False where its provider may no longer be used.
 */
export async function openSessionInOneStatement(
  { db, actor, origin, now }: Context,
  opening: Opening,
  more: Omit<BesideSession, 'events'> = {},
): Promise<boolean> {
  const events = auditRows([loginEvent(opening)], { actor, ...origin, now })
  return insertSession(db, rowOf(opening, origin), opening.openedAt, { ...more, events })
}

/** The expression that does the same, for a statement that does more. */
export function openingSession({ actor, origin, now }: Context, opening: Opening): StatementPart {
  const events = auditRows([loginEvent(opening)], { actor, ...origin, now })
  return sessionOpening(rowOf(opening, origin), opening.openedAt, { events })
}

const rowOf = ({ proven, sessionId, refresh, ...opening }: Opening, origin: Origin): NewSession => ({
  id: sessionId,
  userId: proven.userId,
  method: proven.method,
  secondFactor: proven.secondFactor,
  rememberMe: opening.rememberMe,
  guestProject: proven.guestProject ?? null,
  idleSeconds: opening.idleSeconds,
  expiresAt: opening.expiresAt,
  ip: origin.ip,
  userAgent: origin.userAgent,
  browserHash: opening.browserHash,
  refreshHash: refresh?.hash ?? null,
  provedAt: opening.provedAt,
  browserKnownUntil: opening.openedAt + browserKnownSeconds * 1_000,
  replaces: opening.replaces,
})

const loginEvent = ({ proven, sessionId, rememberMe }: Opening): AuditEvent => ({
  action: 'session.login',
  customer: proven.homeCustomer,
  actor: { id: proven.userId, email: proven.email },
  target: { type: 'sessions', id: sessionId },
  sessionId,
  after: {
    method: proven.method,
    ...(proven.provider !== undefined && { provider: proven.provider }),
    secondFactor: proven.secondFactor,
    rememberMe,
  },
})

/** What the person gets when the session has been written: tokens, and the refresh secret in its own way. */
export async function answerSession(
  services: IdentityServices,
  context: Context,
  reply: FastifyReply,
  opening: Opening,
): Promise<Tokens> {
  const { proven, sessionId, expiresAt, provedAt, refresh, rememberMe } = opening
  if (opening.replaces !== null) services.actors.forgetSession(opening.replaces)
  const { userId, email, method } = proven
  const issued = await services.tokens.issue({ sessionId, userId, email, expiresAt, provedAt, method }, context.now)
  if (refresh?.by === 'cookie') {
    keepRefreshCookie(reply, context.configuration, refresh.text, rememberMe ? new Date(expiresAt) : undefined)
  }
  return {
    result: 'SUCCESS',
    ...issued,
    tokenType: 'Bearer',
    ...(refresh?.by === 'answer' && { refreshToken: refresh.text }),
    ...(proven.mustUpdatePassword && { mustUpdatePassword: true }),
    logoutWhenIdle: !rememberMe,
    idleSeconds: opening.idleSeconds,
  }
}
