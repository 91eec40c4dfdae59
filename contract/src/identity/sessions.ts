import { z } from 'zod'
import { call } from '../jsonapi/call'
import { instant } from '../jsonapi/fields'

/** A session of a person. */
export const session = z.object({
  id: z.string(),
  /** The requesting session. */
  isCurrent: z.boolean(),
  method: z.enum(['password', 'federation', 'guest']),
  /** The provider's name where the person signed in at one. */
  provider: z.string().nullable(),
  /** True if a second factor was used. */
  secondFactor: z.boolean(),
  rememberMe: z.boolean(),
  /** From the user agent: `Firefox`, `Windows`; null when it is unknown. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  ip: z.string().nullable(),
  /** The city of the IP address in English; null without a city database, or where it does not know the address. */
  city: z.string().nullable(),
  createdAt: instant,
  /** Accurate to half a minute. */
  lastSeenAt: instant,
  /** Seconds after the last call at which the session ends. */
  idleSeconds: z.int(),
  /** When it expires at the latest. */
  expiresAt: instant,
})

export type Session = z.output<typeof session>

/** The sessions of the signed-in person, latest first. */
export const listSessions = call({
  method: 'GET',
  path: '/auth/v1/sessions',
  summary: 'Where the person is signed in',
  answer: z.object({ sessions: z.array(session) }),
})

/** Ends one of the own sessions; `notFound` for others (security D9). */
export const endSession = call({
  method: 'DELETE',
  path: '/auth/v1/sessions/{id}',
  summary: 'Sign out in one place',
  parameters: z.object({ id: z.string() }),
  problems: ['notFound'],
})

/** Ends all own sessions except the requesting one. */
export const endOtherSessions = call({
  method: 'DELETE',
  path: '/auth/v1/sessions',
  summary: 'Sign out everywhere else',
})

/**
 * Ends every session of a person, for staff and administrators of the person's home customer (security D9); otherwise `notFound`. For
 * people of an administered customer who have not accepted, the answer is the same and nothing ends. For oneself, the requesting session stays.
 */
export const endSessionsOfUser = call({
  method: 'DELETE',
  path: '/auth/v1/users/{email}/sessions',
  summary: 'Sign somebody out everywhere',
  parameters: z.object({ email: z.string().max(254) }),
  problems: ['notFound'],
})
