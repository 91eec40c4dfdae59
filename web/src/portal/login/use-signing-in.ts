import { afterSignIn } from '@lintel/contract/identity/after-sign-in'
import type { Tokens } from '@lintel/contract/identity/tokens'
import type { CurrentUser } from '@lintel/contract/people/users'
import { useRef, useState } from 'react'
import { connected } from '../../api/connection'
import { CallFailure } from '../../api/failure'
import { firstCalls } from '../../api/first-calls'
import { send } from '../../api/send'
import { challengeAddress, dropChallenge, holdChallenge, waitingChallenge } from '../../session/challenge'
import type { Credentials } from '../../session/identity-calls'
import { reportSignIn } from '../../session/report-sign-in'
import { beginSession, restoreSession, signIn, signOut } from '../../session/session'
import { tokenEmail } from '../../session/token-claims'
import type { LoginEntry } from './login-entry'
import { loginFailure, postedFailure } from './login-failure'

/** Where the application takes over; a step on the way can be gone back from, the end of it cannot. */
export interface Arrival {
  address: string
  isStep: boolean
}

/** The calls that sign in, what they come to, and what went wrong (account-portal chapters 2, 4 and 8). */
export function useSigningIn(
  entry: LoginEntry,
  signInByLink: (() => Promise<string>) | undefined,
  onArrived: (arrival: Arrival) => Promise<void>,
) {
  const { email, temporaryPassword, nextUrl, failed } = entry
  const [isSigningIn, setSigningIn] = useState(false)
  const [linkOutcome, setLinkOutcome] = useState<'refused' | 'unanswered'>()
  const [error, setError] = useState<unknown>()
  const [challenge, setChallenge] = useState<string>()
  /** Somebody sends the form: what the page found out by itself meanwhile no longer matters. */
  const isSent = useRef(false)

  const arrive = (address: string, isStep = false) => goOn(() => onArrived({ address, isStep }), setError)

  /** The failure's own way on, if it has one; else it is shown. */
  function fail(failure: unknown, username: string) {
    setSigningIn(false)
    const kind = loginFailure(failure)
    if (kind === 'challenge' && failure instanceof CallFailure) {
      const { session } = failure.body as { session: string }
      const challenge = { username, session, nextUrl, purpose: 'signIn' } as const
      holdChallenge(challenge)
      arrive(challengeAddress(challenge), true)
    } else if (kind === 'password-reset-needed') {
      arrive(`/invalid-existing-password?${new URLSearchParams({ email: username })}`, true)
    } else setError(failure)
  }

  async function attempt(credentials: Credentials, isAutomatic = false) {
    isSent.current = true
    setSigningIn(true)
    setError(undefined)
    setLinkOutcome(undefined)
    try {
      const tokens = await signIn(credentials)
      dropChallenge()
      reportSignIn('signedIn', 'password')
      arrive(afterSignIn(tokens, nextUrl))
    } catch (failure) {
      // A used or wrong invitation falls back to the form in silence (account-portal chapter 8).
      if (isAutomatic && loginFailure(failure) === 'invalid-grant') setSigningIn(false)
      else fail(failure, credentials.username)
    }
  }

  async function followLink(follow: () => Promise<string>) {
    setSigningIn(true)
    setError(undefined)
    setLinkOutcome(undefined)
    try {
      const address = await follow()
      reportSignIn('signedIn', 'guest')
      arrive(address)
    } catch (failure) {
      setSigningIn(false)
      const kind = loginFailure(failure)
      setError(failure)
      // Who got a mail instead goes on from there: to try again would change nothing.
      if (kind !== 'mailed')
        setLinkOutcome(kind === 'invalid-grant' || kind === 'access-ended' ? 'refused' : 'unanswered')
    }
  }

  /** What the page does by itself when it opens. */
  async function begin() {
    if (signInByLink) return followLink(signInByLink)
    if (failed) return fail(postedFailure(failed), email)
    const session = await restoreSession().catch(() => undefined)
    if (isSent.current) return
    if (session?.at === 'signed-in') {
      const isSame = email === '' || tokenEmail(session.tokens.idToken) === email.toLowerCase()
      if (isSame) return arrive(afterSignIn((await proveByLink(entry)) ?? session.tokens, nextUrl))
      // The address names somebody else: whoever is signed in here makes room, without an answer when the other one signs in.
      await signOut().catch(() => {})
    }
    if (email !== '' && temporaryPassword !== undefined)
      await attempt({ username: email, password: temporaryPassword, rememberMe: false }, true)
    // The tab of a sign-in that was begun may have been closed while its code was looked up.
    else setChallenge(waitingChallenge())
  }

  /** Somebody signed in with a passkey. */
  function arriveWith(tokens: Tokens) {
    isSent.current = true
    beginSession(tokens)
    dropChallenge()
    reportSignIn('signedIn', 'password')
    arrive(afterSignIn(tokens, nextUrl))
  }

  return { error, challenge, linkOutcome, isSigningIn, begin, attempt, arriveWith }
}

/** Goes on; where the network has gone meanwhile, the failure is shown, and it goes on when the network is back. */
async function goOn(arrive: () => Promise<void>, show: (failure: unknown) => void): Promise<void> {
  try {
    await arrive()
  } catch (failure) {
    show(failure)
    await connected()
    show(undefined)
    await goOn(arrive, show)
  }
}

/**
 * What was mailed to an address proves it when it is used, also where its person is signed in already; gives what they are signed
 * in with then. Undefined where nothing is to be proved, or the secret is used or over: they are signed in all the same.
 */
async function proveByLink({ email, temporaryPassword }: LoginEntry): Promise<Tokens | undefined> {
  if (email === '' || temporaryPassword === undefined) return undefined
  const { method, path: address } = firstCalls.readCurrentUser
  const user = (await send({ method, address }).catch(() => undefined)) as CurrentUser | undefined
  if (!user || user.emailProved) return undefined
  return signIn({ username: email, password: temporaryPassword, rememberMe: false }).catch(() => undefined)
}
