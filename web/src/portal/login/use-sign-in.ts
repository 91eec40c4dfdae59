import { afterSignIn } from '@lintel/contract/identity/after-sign-in'
import type { Tokens } from '@lintel/contract/identity/tokens'
import type { CurrentUser } from '@lintel/contract/people/users'
import { useRef, useState } from 'react'
import { isConnected, probe, whenConnected } from '../../api/connection'
import { CallFailure, hasNoResponse } from '../../api/failure'
import { firstCalls } from '../../api/first-calls'
import { send } from '../../api/send'
import { challengeAddress, clearChallenge, pendingChallengeAddress, storeChallenge } from '../../session/challenge'
import type { Credentials } from '../../session/identity-calls'
import { invalidPasswordAddress } from '../../session/login-address'
import { reportSignIn } from '../../session/report-sign-in'
import { beginSession, restoreSession, signIn, signOut } from '../../session/session'
import { tokenEmail } from '../../session/token-claims'
import type { LoginEntry } from './login-entry'
import { failureOfFormPost, type LinkOutcome, linkOutcomeOf, loginFailure } from './login-failure'
import type { SignInConfig } from './sign-in-config'
import { emailOfUsername } from './username'

/** Where the application opens; Back returns to the sign-in page from a further step of it (`isStep`), not after it. */
export interface SignInDestination {
  address: string
  isStep: boolean
}

/** The sign-in calls and their state (account-portal chapters 2, 4 and 8). */
export function useSignIn(
  entry: LoginEntry,
  signInByLink: (() => Promise<string>) | undefined,
  onComplete: (destination: SignInDestination) => Promise<void>,
  config?: SignInConfig | Promise<SignInConfig>,
) {
  const { email, temporaryPassword, nextUrl, endedSession, formFailure } = entry
  const [isSigningIn, setSigningIn] = useState(false)
  const [linkOutcome, setLinkOutcome] = useState<LinkOutcome>()
  const [error, setError] = useState<unknown>()
  const [challenge, setChallenge] = useState<string>()
  /** Increases with each attempt: results of the automatic sign-in no longer matter once another one has begun. */
  const attempts = useRef(0)
  /** The attempt by a link that got no response, until it is decided whether the link is followed again. */
  const unanswered = useRef<number>(undefined)

  const complete = (address: string, isStep = false) =>
    completeWithRetry(() => onComplete({ address, isStep }), setError)

  /** Shows why an attempt failed, instead of why the link did; undefined when an attempt begins. */
  function showFailure(failure: unknown) {
    attempts.current += 1
    setError(failure)
    setLinkOutcome(undefined)
  }

  /** Shows why a link did not sign in. */
  function handleLinkFailure(failure: unknown) {
    setSigningIn(false)
    setError(failure)
    setLinkOutcome(linkOutcomeOf(failure))
    if (hasNoResponse(failure)) unanswered.current = attempts.current
  }

  /** Whether a link that got no response is to be followed again: the network was gone and is back, and no other attempt has begun. */
  async function isBackForLink(): Promise<boolean> {
    const attempt = unanswered.current
    unanswered.current = undefined
    if (attempt === undefined) return false
    await probe()
    // Only this request was lost: the user repeats it.
    if (isConnected()) return false
    await whenConnected()
    return attempts.current === attempt
  }

  /** Redirects to the next step if the failure has one; otherwise calls `show`. */
  function handleFailure(failure: unknown, username: string, show: (failure: unknown) => void) {
    setSigningIn(false)
    const kind = loginFailure(failure)
    if (kind === 'challenge' && failure instanceof CallFailure) {
      const { session } = failure.body as { session: string }
      const challenge = { username, session, nextUrl, purpose: 'signIn' } as const
      storeChallenge(challenge)
      complete(challengeAddress(challenge), true)
    } else if (kind === 'password-reset-needed') {
      complete(invalidPasswordAddress(username, nextUrl), true)
    } else show(failure)
  }

  async function submitCredentials(credentials: Credentials, isAutomatic = false) {
    setSigningIn(true)
    showFailure(undefined)
    try {
      const tokens = await signIn(credentials)
      clearChallenge()
      reportSignIn('signedIn', 'password')
      complete(afterSignIn(tokens, nextUrl))
    } catch (failure) {
      // A used or invalid invitation falls back to the form without an error (account-portal chapter 8).
      if (isAutomatic && loginFailure(failure) === 'invalid-grant') setSigningIn(false)
      else handleFailure(failure, credentials.username, isAutomatic ? handleLinkFailure : setError)
    }
  }

  async function followLink(signInWithLink: () => Promise<string>) {
    setSigningIn(true)
    showFailure(undefined)
    try {
      const address = await signInWithLink()
      reportSignIn('signedIn', 'guest')
      complete(address)
    } catch (failure) {
      handleLinkFailure(failure)
    }
  }

  /** Signs in with the temporary password of the address, if it has one; otherwise offers the requested user's pending sign-in. */
  async function beginSignIn() {
    if (email !== '' && temporaryPassword !== undefined)
      return submitCredentials({ username: email, password: temporaryPassword, rememberMe: false }, true)
    // The tab of a pending sign-in may have been closed while the user looked up the code.
    const pending = endedSession === undefined ? pendingChallengeAddress() : undefined
    const username = new URLSearchParams(pending?.split('?')[1]).get('username')
    if (username !== null && (await isRequested(email, username, config))) setChallenge(pending)
  }

  /** Ends a session that the address does not ask for; no response is fine, because signing in replaces the session. */
  async function replaceSession() {
    await signOut().catch(() => {})
    await beginSignIn()
  }

  /** Continues the existing session, except that of a guest whose account the address names: it opens only one project. */
  async function continueAsUser(tokens: Tokens) {
    const begun = attempts.current
    const user = email === '' ? undefined : await readUser()
    if (attempts.current !== begun) return
    if (user?.method === 'guest') await replaceSession()
    else complete(afterSignIn((await verifyEmailByLink(entry, user)) ?? tokens, nextUrl))
  }

  /** Continues the existing session; shows why the link of the address did not get a response. */
  async function continueSession(tokens: Tokens) {
    showFailure(undefined)
    try {
      await continueAsUser(tokens)
    } catch (failure) {
      handleLinkFailure(failure)
    }
  }

  /** One automatic sign-in: by the link, the failed form post, or the session. */
  async function tryAutomatically() {
    if (signInByLink) return followLink(signInByLink)
    if (formFailure) return handleFailure(failureOfFormPost(formFailure), email, setError)
    const begun = attempts.current
    const session = await restoreSession().catch(() => undefined)
    if (attempts.current !== begun) return
    if (session?.at !== 'signed-in') return beginSignIn()
    const isSameUser = await isRequested(email, tokenEmail(session.tokens.idToken) ?? '', config)
    if (attempts.current !== begun) return
    return isSameUser ? continueSession(session.tokens) : replaceSession()
  }

  /** The automatic sign-in when the page opens; without a network it is repeated once the network is back. */
  async function signInAutomatically() {
    do await tryAutomatically()
    while (await isBackForLink())
  }

  /** A passkey signed the user in. */
  function completeWithTokens(tokens: Tokens) {
    beginSession(tokens)
    clearChallenge()
    reportSignIn('signedIn', 'password')
    complete(afterSignIn(tokens, nextUrl))
  }

  return {
    error,
    showFailure,
    challenge,
    linkOutcome,
    isSigningIn,
    signInAutomatically,
    submitCredentials,
    completeWithTokens,
  }
}

/** Opens the application; without a network it shows the failure and retries when the network is back. */
async function completeWithRetry(complete: () => Promise<void>, onFailure: (failure: unknown) => void): Promise<void> {
  try {
    await complete()
  } catch (failure) {
    onFailure(failure)
    await whenConnected()
    onFailure(undefined)
    await completeWithRetry(complete, onFailure)
  }
}

/**
 * Whether the address requests this user, or nobody: only a username without a domain has to wait for the configured suffix. While that is
 * unknown, every domain matches, so that no session is ended by mistake.
 */
async function isRequested(
  email: string,
  username: string,
  config: SignInConfig | Promise<SignInConfig> | undefined,
): Promise<boolean> {
  const requested = email.toLowerCase()
  const user = username.toLowerCase()
  if (requested === '' || requested === user) return true
  if (requested.includes('@') && user.includes('@')) return false
  const { environment, domainSuffix } = (await config)?.installation ?? {}
  const emailOf = (name: string) =>
    environment === undefined ? name.split('@')[0] : emailOfUsername(name, domainSuffix).toLowerCase()
  return emailOf(requested) === emailOf(user)
}

/** The user of the existing session; undefined when the server does not tell. Throws a failure after which a retry may succeed. */
async function readUser(): Promise<CurrentUser | undefined> {
  const { method, path: address } = firstCalls.readCurrentUser
  return (await send({ method, address }).catch(ignoreRejection)) as CurrentUser | undefined
}

/**
 * Using a mailed secret verifies the address, also for a user who is already signed in; returns the resulting tokens.
 * Undefined if there is nothing to verify or the secret is used or expired: the existing session stays. Throws a failure after which the
 * link can be followed again.
 */
async function verifyEmailByLink(
  { email, temporaryPassword }: LoginEntry,
  user: CurrentUser | undefined,
): Promise<Tokens | undefined> {
  if (temporaryPassword === undefined || !user || user.emailProved) return undefined
  return signIn({ username: email, password: temporaryPassword, rememberMe: false }).catch(ignoreRejection)
}

/** For `catch`: rethrows a failure after which a retry may succeed. */
function ignoreRejection(failure: unknown): undefined {
  if (linkOutcomeOf(failure) === 'noResponse') throw failure
}
