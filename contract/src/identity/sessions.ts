import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant } from '../jsonapi/fields'

/** One place where a person is signed in. */
export const session = z.object({
  id: z.string(),
  /** The session that asks. */
  isCurrent: z.boolean(),
  method: z.enum(['password', 'federation', 'guest']),
  /** The provider's name where the person signed in at one. */
  provider: z.string().nullable(),
  /** A second factor was given as well. */
  secondFactor: z.boolean(),
  rememberMe: z.boolean(),
  /** What the browser said it is: `Firefox`, `Windows`; null when it said nothing we know. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  ip: z.string().nullable(),
  /** The city of the address in English; null where the operator gives no database of cities, or it does not know the address. */
  city: z.string().nullable(),
  createdAt: instant,
  /** Exact to half a minute. */
  lastSeenAt: instant,
  /** Seconds after the last call at which the session ends. */
  idleSeconds: z.int(),
  /** When it ends at the latest. */
  expiresAt: instant,
})

export type Session = z.output<typeof session>

/** The places where the signed-in person is signed in, the latest first. */
export const listSessions = call({
  method: 'GET',
  path: '/auth/v1/sessions',
  summary: 'Where the person is signed in',
  answer: z.object({ sessions: z.array(session) }),
})

/** Ends one of the own sessions; a foreign one is not found (security D9). */
export const endSession = call({
  method: 'DELETE',
  path: '/auth/v1/sessions/{id}',
  summary: 'Sign out in one place',
  parameters: z.object({ id: z.string() }),
  problems: ['notFound'],
})

/** Ends all own sessions but the one that asks. */
export const endOtherSessions = call({
  method: 'DELETE',
  path: '/auth/v1/sessions',
  summary: 'Sign out everywhere else',
})

/**
 * Ends every session of somebody, by staff or by an administrator of the customer where the person is at home (security D9);
 * anybody else's person is not found. Done by oneself it leaves the session that asks.
 */
export const endSessionsOfUser = call({
  method: 'DELETE',
  path: '/auth/v1/users/{email}/sessions',
  summary: 'Sign somebody out everywhere',
  parameters: z.object({ email: z.string().max(254) }),
  problems: ['notFound'],
})
