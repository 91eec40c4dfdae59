import { z } from 'zod'

/** How a session was opened; the second factor is told apart from it. */
export type SignInMethod = 'password' | 'federation' | 'guest'

/** How long an id or access token is valid, in seconds (security D4). */
export const tokenLifetimeSeconds = 600

/** The same in a session that a provider opened (account-portal chapter 9); the session itself is asked at every request. */
export const federatedTokenLifetimeSeconds = 3_600

/** The access token in the body of a call that changes credentials; it has to be of the bearer's session. */
export const accessToken = z.string().max(4_000)

/**
 * What every completed sign-in answers. `refreshToken` only for a client that is not our own web app, with remember-me,
 * and never for staff; the web app's refresh secret is in a cookie it cannot read (contract §3).
 */
export const tokens = z.object({
  result: z.literal('SUCCESS'),
  idToken: z.string(),
  accessToken: z.string(),
  tokenType: z.literal('Bearer'),
  /** Seconds until both tokens end. */
  expiresIn: z.int(),
  refreshToken: z.string().optional(),
  /** These tokens reach only profile and password until a password is set. */
  mustUpdatePassword: z.boolean().optional(),
  /** The session ends an hour after the last call (account-portal chapter 4, security D3). */
  logoutWhenIdle: z.boolean(),
  /** Seconds without any call after which the server ends the session; any call, a refresh too, starts them anew. */
  idleSeconds: z.int(),
})

export type Tokens = z.output<typeof tokens>
