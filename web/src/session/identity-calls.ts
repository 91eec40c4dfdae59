import type { MatchedProvider } from '@lintel/contract/identity/federation'
import type { login, refresh } from '@lintel/contract/identity/login'
import type { Tokens } from '@lintel/contract/identity/tokens'
import type { CallBody } from '@lintel/contract/jsonapi/call'
import { send } from '../api/send'

/**
 * The calls of the contract that the sign-in page makes. Written down here because importing their declarations would
 * bring zod, a fifth of all that page's code, along; a test holds them to the declarations.
 */
export const identityCalls = {
  login: { method: 'POST', address: '/auth/v1/login' },
  refresh: { method: 'POST', address: '/auth/v1/refresh' },
  logout: { method: 'POST', address: '/auth/v1/logout' },
  matchProvider: { method: 'POST', address: '/mgw/api/v2/federation/match' },
  findCompany: { method: 'POST', address: '/mgw/api/v2/federation/company' },
} as const

/** Where the browser is sent to a provider: an address, not a call. */
export const redirectToExternalLogin = { address: '/mgw/api/v2/federation/redirecttoexternallogin' } as const

/** What a person types to sign in. */
export type Credentials = CallBody<typeof login> & { rememberMe: boolean }

/** Signs in with email and password. Fails with `invalid_grant`, `CHALLENGE_REQUESTED`, `password_reset_needed`. */
export const requestSignIn = async (body: Credentials) =>
  (await send({ ...identityCalls.login, body, anonymous: true })) as Tokens

/**
 * Exchanges the refresh cookie for new tokens; `token` is the id token in hand, if any. 401 when the session ended;
 * undefined (204) for a browser that has no cookie at all: nobody was signed in.
 */
export const requestRenewal = async (token: string | undefined) => {
  const body: CallBody<typeof refresh> = token === undefined ? {} : { token }
  return (await send({ ...identityCalls.refresh, body, anonymous: true })) as Tokens | undefined
}

/** Ends the session on the server and takes the cookie away. */
export const requestSignOut = () => send({ ...identityCalls.logout, body: {}, anonymous: true })

/** The provider that an address is forced to, hidden ones too; undefined when to none. 429 when asked too often. */
export const requestMatch = async (email: string, signal?: AbortSignal): Promise<MatchedProvider | undefined> => {
  const answer = await send({ ...identityCalls.matchProvider, body: { email }, anonymous: true, signal })
  return 'provider' in (answer as object) ? (answer as MatchedProvider) : undefined
}

/** The provider of a company id. Fails with `invalidCompanyId`. */
export const requestCompany = async (companyId: string) =>
  (await send({ ...identityCalls.findCompany, body: { companyId }, anonymous: true })) as MatchedProvider
