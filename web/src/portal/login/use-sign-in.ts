import { afterSignIn } from '@lintel/contract/identity/after-sign-in'
import type { Tokens } from '@lintel/contract/identity/tokens'
import type { CurrentUser } from '@lintel/contract/people/users'
import { useRef, useState } from 'react'
import { whenConnected } from '../../api/connection'
import { CallFailure } from '../../api/failure'
import { firstCalls } from '../../api/first-calls'
import { send } from '../../api/send'
import { challengeAddress, clearChallenge, pendingChallengeAddress, storeChallenge } from '../../session/challenge'
import type { Credentials } from '../../session/identity-calls'
import { reportSignIn } from '../../session/report-sign-in'
import { beginSession, restoreSession, signIn, signOut } from '../../session/session'
import { tokenEmail } from '../../session/token-claims'
import type { LoginEntry } from './login-entry'
import { failureOfFormPost, loginFailure } from './login-failure'

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
) {
  const { email, temporaryPassword, nextUrl, formFailure } = entry
  const [isSigningIn, setSigningIn] = useState(false)
  const [linkOutcome, setLinkOutcome] = useState<'rejected' | 'noResponse'>()
  const [error, setError] = useState<unknown>()
  const [challenge, setChallenge] = useState<string>()
  /** The user submitted the form: results of the automatic sign-in no longer matter. */
  const hasSubmitted = useRef(false)

  const complete = (address: string, isStep = false) =>
    completeWithRetry(() => onComplete({ address, isStep }), setError)

  /** Shows why an attempt failed, instead of why the link did; undefined when an attempt begins. */
  function showFailure(failure: unknown) {
    setError(failure)
    setLinkOutcome(undefined)
  }

  /** Redirects to the next step if the failure has one; otherwise shows it. */
  function handleFailure(failure: unknown, username: string) {
    setSigningIn(false)
    const kind = loginFailure(failure)
    if (kind === 'challenge' && failure instanceof CallFailure) {
      const { session } = failure.body as { session: string }
      const challenge = { username, session, nextUrl, purpose: 'signIn' } as const
      storeChallenge(challenge)
      complete(challengeAddress(challenge), true)
    } else if (kind === 'password-reset-needed') {
      complete(`/invalid-existing-password?${new URLSearchParams({ email: username })}`, true)
    } else setError(failure)
  }

  async function submitCredentials(credentials: Credentials, isAutomatic = false) {
    hasSubmitted.current = true
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
      else handleFailure(failure, credentials.username)
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
      setSigningIn(false)
      const kind = loginFailure(failure)
      setError(failure)
      // With a mailed link the sign-in continues from the mail: a retry would change nothing.
      if (kind !== 'mailed')
        setLinkOutcome(kind === 'invalid-grant' || kind === 'access-ended' ? 'rejected' : 'noResponse')
    }
  }

  /** The automatic sign-in when the page opens. */
  async function signInAutomatically() {
    if (signInByLink) return followLink(signInByLink)
    if (formFailure) return handleFailure(failureOfFormPost(formFailure), email)
    const session = await restoreSession().catch(() => undefined)
    if (hasSubmitted.current) return
    if (session?.at === 'signed-in') {
      const isSameUser = email === '' || tokenEmail(session.tokens.idToken) === email.toLowerCase()
      if (isSameUser) return complete(afterSignIn((await verifyEmailByLink(entry)) ?? session.tokens, nextUrl))
      // The address names another user: signs out the current one; no response is fine, because signing in replaces the session.
      await signOut().catch(() => {})
    }
    if (email !== '' && temporaryPassword !== undefined)
      await submitCredentials({ username: email, password: temporaryPassword, rememberMe: false }, true)
    // The tab of a pending sign-in may have been closed while the user looked up the code.
    else setChallenge(pendingChallengeAddress())
  }

  /** A passkey signed the user in. */
  function completeWithTokens(tokens: Tokens) {
    hasSubmitted.current = true
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
 * Using a mailed secret verifies the address, also for a user who is already signed in; returns the resulting tokens.
 * Undefined if there is nothing to verify or the secret is used or expired: the existing session stays.
 */
async function verifyEmailByLink({ email, temporaryPassword }: LoginEntry): Promise<Tokens | undefined> {
  if (email === '' || temporaryPassword === undefined) return undefined
  const { method, path: address } = firstCalls.readCurrentUser
  const user = (await send({ method, address }).catch(() => undefined)) as CurrentUser | undefined
  if (!user || user.emailProved) return undefined
  return signIn({ username: email, password: temporaryPassword, rememberMe: false }).catch(() => undefined)
}
