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
import { ask } from '../../api/ask'
import { challengeAddress, holdChallenge } from '../../session/challenge'
import { departureFor, forgetDeparture } from '../../session/external-login'
import type { ProviderReturn } from '../../session/provider-return'
import { reportSignIn } from '../../session/report-sign-in'
import { beginSession, restoreSession } from '../../session/session'
import {
  afterArrival,
  afterCreation,
  afterCreationFailure,
  afterLinkFailure,
  afterSession,
  afterSignInFailure,
  afterUnknownIdentity,
  afterVerifyFailure,
  challengeIn,
  type FederationStep,
  type Identity,
  type SignedInBy,
  unknownIdentityIn,
} from './federation-step'

/** The code that a provider sent a person back with. */
export type ProviderCode = Extract<ProviderReturn, { kind: 'code' }>

/** What the code leads to: signing in, linking the account that is signed in, or neither without being asked. */
export async function redeem(returned: ProviderCode): Promise<FederationStep> {
  switch (afterSession(await signedInBy(), departureFor(returned.provider)?.intent)) {
    case 'goToIndex':
      return { at: 'leaving', address: '/' }
    case 'signIn':
      return signInWith(returned)
    case 'link':
      return linkOwn(returned)
    case 'confirmLink':
      return { at: 'confirmingLink' }
  }
}

async function signInWith(returned: ProviderCode): Promise<FederationStep> {
  const { provider } = returned
  const { rememberMe = false, nextUrl, intent } = departureFor(provider) ?? {}
  try {
    const tokens = await ask(loginWithCode, { anonymous: true, body: { ...callbackOf(returned), rememberMe } })
    enter(tokens)
    return afterArrival(tokens, intent, nextUrl === undefined ? await landing(tokens) : afterSignIn(tokens, nextUrl))
  } catch (error) {
    const identity = unknownIdentityIn(error)
    if (!identity) return afterSignInFailure(error)
    const next = afterUnknownIdentity(identity)
    if (next !== 'create') return next
    return makeAccount(identity, { provider, username: identity.proposedUsername ?? '', isAutomatic: true })
  }
}

/** The account that is signed in gets the provider as a way in. */
export async function linkOwn(returned: ProviderCode): Promise<FederationStep> {
  try {
    await ask(linkIdentity, { body: callbackOf(returned) })
    reportSignIn('linked', 'federation')
    return { at: 'linkingToExistingUserSuccess' }
  } catch (error) {
    return afterSignInFailure(error)
  }
}

/** Makes an account for the identity; `isAutomatic` when nobody was asked. */
export async function makeAccount(
  identity: Identity,
  { provider, username: typed, isAutomatic }: { provider: string; username: string; isAutomatic: boolean },
): Promise<FederationStep> {
  const username = typed.toLowerCase()
  const body = { Provider: provider, ProposedUsername: username, RefreshToken: identity.ticket }
  try {
    const answer = await ask(createFederatedUser, { anonymous: true, body })
    const next = afterCreation(answer, username, identity, departureFor(provider)?.nextUrl)
    if (next.at === 'leaving' && answer.result === 'SUCCESS') enter(answer)
    return next
  } catch (error) {
    return afterCreationFailure(error, { identity, username, isAutomatic })
  }
}

/** Links an existing user, proved by their password; a second factor that is asked for completes the link. */
export async function linkExisting(
  identity: Identity,
  { provider, username, password }: { provider: string; username: string; password: string },
): Promise<FederationStep> {
  const body = { provider, refreshToken: identity.ticket, username, password }
  try {
    const answer = await ask(linkIdentity, { anonymous: true, body })
    if (answer.result === 'SUCCESS') beginSession(answer)
    reportSignIn('linked', 'federation')
    return { at: 'linkingToExistingUserSuccess' }
  } catch (error) {
    const challenge = challengeIn(error, username)
    if (challenge) holdChallenge({ ...challenge, nextUrl: departureFor(provider)?.nextUrl, purpose: 'link' })
    return afterLinkFailure(error, { identity, username })
  }
}

/** Proves an address by its mailed code; a second factor that is asked for completes the link to an account that has it. */
export async function verify(code: string): Promise<FederationStep> {
  try {
    const { provider } = await ask(verifyFederatedEmail, { anonymous: true, body: { code } })
    return { at: 'emailVerified', provider }
  } catch (error) {
    const challenge = challengeIn(error)
    if (!challenge) return afterVerifyFailure(error)
    holdChallenge({ ...challenge, nextUrl: undefined, purpose: 'link' })
    return { at: 'leaving', address: challengeAddress({ ...challenge, nextUrl: undefined }) }
  }
}

/** What the provider's redirect brought, as the calls want it. */
const callbackOf = ({ code, provider, state, iss }: ProviderCode) => ({
  authorizationCode: code,
  provider,
  state,
  ...(iss !== undefined && { iss }),
})

function enter(tokens: Tokens) {
  beginSession(tokens)
  reportSignIn('signedIn', 'federation')
  forgetDeparture()
}

/** Where the provider lands its people, if it says so and their profile is complete; else their projects. */
async function landing(tokens: Tokens): Promise<string> {
  const asked = Promise.all([ask(readFederationSession), ask(readCurrentUser)])
  const [began, user] = await asked.catch(() => [undefined, undefined])
  const projects = afterSignIn(tokens)
  return user?.mustUpdateProfile ? projects : (began?.landingPage ?? projects)
}

/** How this browser is signed in already; somebody whom the server does not answer about is nobody. */
async function signedInBy(): Promise<SignedInBy> {
  const session = await restoreSession().catch(() => undefined)
  if (session?.at !== 'signed-in') return 'nobody'
  const user = await ask(readCurrentUser).catch(() => undefined)
  return user?.method ?? 'nobody'
}
