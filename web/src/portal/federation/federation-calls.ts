import { afterSignIn } from '@lintel/contract/identity/after-sign-in'
import {
  createFederatedUser,
  linkIdentity,
  loginWithCode,
  readFederationSession,
  verifyFederatedEmail,
} from '@lintel/contract/identity/federation'
import type { Tokens } from '@lintel/contract/identity/tokens'
import { readCurrentUser } from '@lintel/contract/people/users'
import { callApi } from '../../api/call-api'
import { challengeAddress, storeChallenge } from '../../session/challenge'
import { clearPendingLogin, pendingLoginFor } from '../../session/external-login'
import type { ProviderReturn } from '../../session/provider-return'
import { reportSignIn } from '../../session/report-sign-in'
import { beginSession, currentSession, restoreSession } from '../../session/session'
import { sessionSubject } from '../../session/session-state'
import {
  afterCodeFailure,
  afterCreation,
  afterCreationFailure,
  afterLinkFailure,
  afterReload,
  afterSession,
  afterSignInSuccess,
  afterUnknownIdentity,
  afterVerifyFailure,
  type FederationStep,
  type Identity,
  parseChallenge,
  parseUnknownIdentity,
  type SignedIn,
} from './federation-step'

/** A redirect from the provider that carries an authorization code. */
export type ProviderCode = Extract<ProviderReturn, { kind: 'code' }>

/** Redeems the authorization code: signs in, links the signed-in account, or asks for confirmation first. */
export async function redeemCode(callback: ProviderCode): Promise<FederationStep> {
  const next = afterSession(await signedIn(), pendingLoginFor(callback.provider))
  if (next === 'signIn') return signInWithCode(callback)
  if (next === 'link') return linkCurrentUser(callback)
  if (next.at === 'leaving') clearPendingLogin()
  return next
}

/** The callback screen was loaded again: continues for whoever is signed in by now. */
export async function continueAfterReload(provider: string): Promise<FederationStep> {
  const next = afterReload(await signedIn(), pendingLoginFor(provider))
  if (next.at === 'leaving') clearPendingLogin()
  return next
}

async function signInWithCode(callback: ProviderCode): Promise<FederationStep> {
  const { provider } = callback
  const { rememberMe = false, nextUrl, intent } = pendingLoginFor(provider) ?? {}
  try {
    const tokens = await callApi(loginWithCode, { anonymous: true, body: { ...callbackBody(callback), rememberMe } })
    startSession(tokens)
    return afterSignInSuccess(
      tokens,
      intent,
      nextUrl === undefined ? await landingAddress(tokens) : afterSignIn(tokens, nextUrl),
    )
  } catch (error) {
    const identity = parseUnknownIdentity(error)
    if (!identity) return afterCodeFailure(error)
    const next = afterUnknownIdentity(identity)
    if (next !== 'create') return next
    return createAccount(identity, { provider, username: identity.proposedUsername ?? '', isAutomatic: true })
  }
}

/** Links the provider to the signed-in account. */
export async function linkCurrentUser(callback: ProviderCode): Promise<FederationStep> {
  try {
    await callApi(linkIdentity, { body: callbackBody(callback) })
    reportSignIn('linked', 'federation')
    return { at: 'linkingToExistingUserSuccess' }
  } catch (error) {
    return afterCodeFailure(error, 'linkFailed')
  }
}

/** Creates an account for the identity; `isAutomatic` when the user was not asked. */
export async function createAccount(
  identity: Identity,
  { provider, username: typed, isAutomatic }: { provider: string; username: string; isAutomatic: boolean },
): Promise<FederationStep> {
  const username = typed.toLowerCase()
  const body = { Provider: provider, ProposedUsername: username, RefreshToken: identity.ticket }
  try {
    const response = await callApi(createFederatedUser, { anonymous: true, body })
    const next = afterCreation(response, pendingLoginFor(provider)?.nextUrl)
    if (response.result === 'SUCCESS') startSession(response)
    return next
  } catch (error) {
    return afterCreationFailure(error, { identity, username, isAutomatic })
  }
}

/** Links an existing user, verified by their password; a requested second factor completes the link. */
export async function linkExistingUser(
  identity: Identity,
  { provider, username, password }: { provider: string; username: string; password: string },
): Promise<FederationStep> {
  const body = { provider, refreshToken: identity.ticket, username, password }
  try {
    const response = await callApi(linkIdentity, { anonymous: true, body })
    if (response.result === 'SUCCESS') beginSession(response)
    reportSignIn('linked', 'federation')
    return { at: 'linkingToExistingUserSuccess' }
  } catch (error) {
    const challenge = parseChallenge(error, username)
    const nextUrl = pendingLoginFor(provider)?.nextUrl
    if (challenge) storeChallenge({ ...challenge, nextUrl, purpose: 'link' })
    return afterLinkFailure(error, { identity, username, nextUrl })
  }
}

/** Verifies an email address by its mailed code; a requested second factor completes the link to an existing account. */
export async function verifyEmail(code: string): Promise<FederationStep> {
  try {
    const { provider, rememberMe = false } = await callApi(verifyFederatedEmail, { anonymous: true, body: { code } })
    return { at: 'emailVerified', provider, rememberMe }
  } catch (error) {
    const parsed = parseChallenge(error)
    if (!parsed) return afterVerifyFailure(error)
    const challenge = { ...parsed, nextUrl: undefined, purpose: 'link' } as const
    storeChallenge(challenge)
    return { at: 'leaving', address: challengeAddress(challenge) }
  }
}

/** The request body for the parameters of the provider's redirect. */
const callbackBody = ({ code, provider, state, iss }: ProviderCode) => ({
  authorizationCode: code,
  provider,
  state,
  ...(iss !== undefined && { iss }),
})

function startSession(tokens: Tokens) {
  beginSession(tokens)
  reportSignIn('signedIn', 'federation')
  clearPendingLogin()
}

/** The provider's landing page if it has one and the profile is complete; otherwise the project list. */
async function landingAddress(tokens: Tokens): Promise<string> {
  const requests = Promise.all([callApi(readFederationSession), callApi(readCurrentUser)])
  const [federationSession, user] = await requests.catch(() => [undefined, undefined])
  const projects = afterSignIn(tokens)
  return user?.mustUpdateProfile ? projects : (federationSession?.landingPage ?? projects)
}

/** How and by whom this browser is currently signed in; `nobody` if the server does not respond. */
async function signedIn(): Promise<SignedIn> {
  const session = await restoreSession().catch(() => undefined)
  if (session?.at !== 'signed-in') return { by: 'nobody' }
  const user = await callApi(readCurrentUser).catch(() => undefined)
  return user ? { by: user.method, email: user.email, person: sessionSubject(currentSession()) } : { by: 'nobody' }
}
