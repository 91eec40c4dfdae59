import { z } from 'zod'

/** How a session was opened; independent of the second factor. */
export type SignInMethod = 'password' | 'federation' | 'guest'

/** How long an id or access token is valid, in seconds (security D4). */
export const tokenLifetimeSeconds = 600

/** The same in a federated session (account-portal chapter 9); the session itself is checked at every request. */
export const federatedTokenLifetimeSeconds = 3_600

/** The access token in the body of a call that changes credentials; must belong to the bearer's session. */
export const accessToken = z.string().max(4_000)

/**
 * The response of every completed sign-in. `refreshToken` only for clients other than our web app, with remember-me, and never for staff;
 * the web app's refresh secret is in an HttpOnly cookie (contract §3).
 */
export const tokens = z.object({
  result: z.literal('SUCCESS'),
  idToken: z.string(),
  accessToken: z.string(),
  tokenType: z.literal('Bearer'),
  /** Seconds until both tokens end. */
  expiresIn: z.int(),
  refreshToken: z.string().optional(),
  /** These tokens give access only to profile and password until a password is set. */
  mustUpdatePassword: z.boolean().optional(),
  /** The session ends an hour after the last call (account-portal chapter 4, security D3). */
  logoutWhenIdle: z.boolean(),
  /** Idle timeout of the session in seconds; any call, including a refresh, restarts it. */
  idleSeconds: z.int(),
})

export type Tokens = z.output<typeof tokens>
