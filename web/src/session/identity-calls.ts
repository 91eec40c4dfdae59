import { send } from '../api/send'
import type { Tokens } from './session-state'

/** What a person types to sign in. */
export interface Credentials {
  username: string
  password: string
  rememberMe: boolean
}

/** A sign-in that succeeded; with `mustUpdatePassword` the tokens reach only profile and password (contract §3). */
export type SignedIn = Tokens & { mustUpdatePassword?: boolean }

/** A renewal; says whether this session ends when idle, which a reloaded page cannot know. */
export type Renewed = Tokens & { logoutWhenIdle?: boolean }

/** Signs in with email and password. Fails with `invalid_grant`, `CHALLENGE_REQUESTED`, `password_reset_needed`. */
export const requestSignIn = async (body: Credentials) =>
  (await send({ method: 'POST', address: '/auth/v1/login', body, anonymous: true })) as SignedIn

/** Exchanges the refresh cookie for new tokens; `token` is the id token in hand, if any. 401 when the session ended. */
export const requestRenewal = async (token: string | undefined) =>
  (await send({
    method: 'POST',
    address: '/auth/v1/refresh',
    body: token ? { token } : {},
    anonymous: true,
  })) as Renewed

/** Ends the session on the server and takes the cookie away. */
export const requestSignOut = () => send({ method: 'POST', address: '/auth/v1/logout', body: {}, anonymous: true })
