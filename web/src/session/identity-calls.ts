import type { MatchedProvider } from '@lintel/contract/identity/federation'
import type { login, refresh } from '@lintel/contract/identity/login'
import type { Tokens } from '@lintel/contract/identity/tokens'
import type { CallBody } from '@lintel/contract/jsonapi/call'
import { send } from '../api/send'

/**
 * The contract's calls of the sign-in page as literals: importing their declarations would add zod, a fifth of the page's code. A test
 * compares them with the declarations.
 */
export const identityCalls = {
  login: { method: 'POST', address: '/auth/v1/login' },
  refresh: { method: 'POST', address: '/auth/v1/refresh' },
  logout: { method: 'POST', address: '/auth/v1/logout' },
  matchProvider: { method: 'POST', address: '/mgw/api/v2/federation/match' },
  findCompany: { method: 'POST', address: '/mgw/api/v2/federation/company' },
} as const

/** The address that redirects to a provider; the browser navigates to it. */
export const redirectToExternalLogin = { address: '/mgw/api/v2/federation/redirecttoexternallogin' } as const

/** The credentials of the sign-in form. */
export type Credentials = CallBody<typeof login> & { rememberMe: boolean }

/** Signs in with email and password. Fails with `invalid_grant`, `CHALLENGE_REQUESTED`, `password_reset_needed`. */
export const requestSignIn = async (body: Credentials) =>
  (await send({ ...identityCalls.login, body, anonymous: true })) as Tokens

/**
 * Exchanges the refresh cookie for new tokens; `token` is the current id token, if any. 401 when the session has ended; undefined (204) for
 * a browser without the cookie, where nobody was signed in.
 */
export const requestRenewal = async (token: string | undefined) => {
  const body: CallBody<typeof refresh> = token === undefined ? {} : { token }
  return (await send({ ...identityCalls.refresh, body, anonymous: true })) as Tokens | undefined
}

/** Ends the session on the server and clears the cookie. */
export const requestSignOut = () => send({ ...identityCalls.logout, body: {}, anonymous: true })

/** The provider that an email address has to use, including hidden ones; undefined when there is none. 429 after too many requests. */
export const requestMatch = async (email: string, signal?: AbortSignal): Promise<MatchedProvider | undefined> => {
  const answer = await send({ ...identityCalls.matchProvider, body: { email }, anonymous: true, signal })
  return 'provider' in (answer as object) ? (answer as MatchedProvider) : undefined
}

/** The provider of a company id. Fails with `invalidCompanyId`. */
export const requestCompany = async (companyId: string) =>
  (await send({ ...identityCalls.findCompany, body: { companyId }, anonymous: true })) as MatchedProvider
