import type { Tokens } from '@lintel/contract/identity/tokens'
import { setAuthenticator } from '../api/authenticator'
import { CallFailure, failedWith } from '../api/failure'
import { skipUnloadPrompt } from '../api/unload'
import { observable } from '../ui/observable'
import { type Credentials, requestRenewal, requestSignIn, requestSignOut } from './identity-calls'
import {
  isOtherUser,
  needsRenewal,
  newerSession,
  type SessionState,
  sessionSubject,
  signedInState,
} from './session-state'
import { requestProof } from './step-up'
import { tokenSession, tokenSubject } from './token-claims'

const state = observable<SessionState>({ at: 'unknown' })
let otherTabs: BroadcastChannel | undefined
/** The page is reloading: session changes are ignored and not sent to other tabs. */
let isReloading = false

function setSession(next: SessionState, from: 'here' | 'another tab' = 'here') {
  if (next === state.value() || isReloading) return
  if (from === 'here') otherTabs?.postMessage(next)
  state.set(next)
}

/** Adopts the session of another tab or of the cookie; if it is another user's, reloads the page. */
function adoptSession(next: SessionState, from?: 'another tab') {
  if (!isOtherUser(currentSession(), next)) return setSession(next, from)
  isReloading = true
  skipUnloadPrompt()
  location.reload()
}

/** The current session. */
export const currentSession = state.value

/** Subscribes to sign-ins, sign-outs and renewals; returns the function that unsubscribes. */
export const watchSession = state.watch

/** Connects the session with the calls and with the other tabs of this browser; once, when the page starts. */
export function startSession(): void {
  setAuthenticator({ bearer, accessToken, onUnauthorized: replaceRefusedToken, reauthenticate: requestProof })
  otherTabs = new BroadcastChannel('lintel-session')
  otherTabs.addEventListener('message', ({ data }: MessageEvent<SessionState>) => {
    // A signed-out tab stays signed out until it asks the server itself.
    const here = currentSession()
    if (here.at !== 'signed-out' || data.at === 'signed-out') adoptSession(newerSession(here, data), 'another tab')
  })
}

/** Signs in with email and password and stores the session. Fails like {@link requestSignIn}. */
export async function signIn(credentials: Credentials): Promise<Tokens> {
  const answer = await requestSignIn(credentials)
  beginSession(answer)
  return answer
}

/** Stores the session of any other completed sign-in: provider, guest link, second factor, step-up. */
export function beginSession(tokens: Tokens): void {
  setSession(signedInState(tokens, Date.now()))
}

/** Ends the session on the server, then here and in the other tabs. Fails like `send`: then the session remains. */
export async function signOut(): Promise<void> {
  await requestSignOut()
  leaveSession()
}

/** Signs out here and in the other tabs, without the server: for a session that has ended or that the server ends by itself. */
export const leaveSession = (): void => setSession({ at: 'signed-out' })

/** Restores the session from the cookie. Throws when the server does not respond. */
export async function restoreSession(): Promise<SessionState> {
  if (currentSession().at === 'unknown') await renew()
  return currentSession()
}

/** Restarts the server's idle timer (security D3). Throws when the server does not respond. */
export function keepAlive(): Promise<void> {
  const before = currentSession()
  return renew(() => currentSession() === before)
}

/** The current tokens, renewed if they are about to expire. */
async function freshTokens(): Promise<Tokens | undefined> {
  if (needsRenewal(currentSession(), Date.now())) await renew()
  const session = currentSession()
  return session.at === 'signed-in' ? session.tokens : undefined
}

async function bearer(): Promise<string | undefined> {
  return (await freshTokens())?.idToken
}

async function accessToken(): Promise<string | undefined> {
  return (await freshTokens())?.accessToken
}

/** A token that replaced a refused one of the same session. If it is refused as well, so would be all others. */
let replacement: string | undefined

/**
 * A refused token means that its session has ended, which a sign-in in another tab does as well (decision 276): the cookie tells whether
 * this browser is still signed in. Resolves to whether the same person is, with another token; otherwise leaves the session.
 */
async function replaceRefusedToken(refused: string): Promise<boolean> {
  const current = () => {
    const session = currentSession()
    return session.at === 'signed-in' ? session.tokens.idToken : undefined
  }
  if (current() === refused) {
    if (refused !== replacement) await renew(() => current() === refused, 'cookie')
    const next = current()
    if (next === refused) leaveSession()
    else if (next !== undefined && tokenSession(next) === tokenSession(refused)) replacement = next
  }
  return !isReloading && sessionSubject(currentSession()) === tokenSubject(refused)
}

let renewal: Promise<void> | undefined

const isRenewalDue = () => currentSession().at !== 'signed-in' || needsRenewal(currentSession(), Date.now())

/**
 * Renews the tokens, one renewal at a time in this page and, by a Web Lock, in this browser: refresh secrets rotate (security D7). By the
 * `cookie` alone it gets those of whatever session the browser has.
 */
function renew(isNeeded = isRenewalDue, by: 'token' | 'cookie' = 'token'): Promise<void> {
  renewal ??= withRenewalLock(async (hasWaited) => {
    // While this tab waited for the lock, another one may have renewed the tokens.
    if (hasWaited && isNeeded()) await waitForOtherTab()
    if (isNeeded()) await exchange(by)
  }).finally(() => {
    renewal = undefined
  })
  return renewal
}

async function exchange(by: 'token' | 'cookie') {
  const before = currentSession()
  const token = by === 'token' && before.at === 'signed-in' ? before.tokens.idToken : undefined
  // Ignores a result that is older than a sign-in in this page.
  const end = () => {
    if (currentSession() === before) leaveSession()
  }
  try {
    const answer = await requestTokens(token)
    if (answer) adoptSession(signedInState(answer, Date.now()))
    else end()
  } catch (error) {
    if (!(error instanceof CallFailure) || error.status !== 401) throw error
    end()
  }
}

/** A token of another session than the cookie's means that somebody else signed in: the cookie alone decides. */
const requestTokens = (token: string | undefined) =>
  requestRenewal(token).catch((error: unknown) => {
    if (token === undefined || !failedWith(error, 'invalidToken')) throw error
    return requestRenewal(undefined)
  })

/** How long a message of the lock's previous holder may be in transit, in ms. */
const otherTabWaitMs = 2_000

/** A message of another tab may arrive after its lock is released: waits briefly for it. */
const waitForOtherTab = () =>
  new Promise<void>((resolve) => {
    const go = () => {
      stop()
      clearTimeout(timeout)
      resolve()
    }
    const stop = watchSession(go)
    const timeout = setTimeout(go, otherTabWaitMs)
  })

const lockName = 'lintel-renewal'

/**
 * Runs a function under the browser-wide lock; `hasWaited` tells whether another tab held it. Without a lock in browsers that have none or
 * refuse it, as they do where cookies are blocked.
 */
async function withRenewalLock(work: (hasWaited: boolean) => Promise<void>): Promise<void> {
  let hasBegun = false
  const begin = (hasWaited: boolean) => {
    hasBegun = true
    return work(hasWaited)
  }
  try {
    const isDone = await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
      if (lock) await begin(false)
      return lock !== null
    })
    if (!isDone) await navigator.locks.request(lockName, () => begin(true))
  } catch (error) {
    if (hasBegun) throw error
    await work(false)
  }
}
