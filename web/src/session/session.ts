import type { Tokens } from '@lintel/contract/identity/tokens'
import { answerFor } from '../api/authority'
import { CallFailure, failedWith } from '../api/failure'
import { leaveUnasked } from '../api/unload'
import { observed } from '../ui/observed'
import { type Credentials, requestRenewal, requestSignIn, requestSignOut } from './identity-calls'
import { fresher, isSomebodyElse, needsRenewal, type SessionState, signedIn } from './session-state'
import { askForProof } from './step-up'

const state = observed<SessionState>({ at: 'unknown' })
let otherTabs: BroadcastChannel | undefined
/** The page is being loaded anew: nothing that still happens in it counts, for itself or for other tabs. */
let isReloading = false

function become(next: SessionState, from: 'here' | 'another tab' = 'here') {
  if (next === state.value() || isReloading) return
  if (from === 'here') otherTabs?.postMessage(next)
  state.set(next)
}

/** The browser's session, as another tab or the cookie has it; of somebody else it begins the page anew. */
function follow(next: SessionState, from?: 'another tab') {
  if (!isSomebodyElse(currentSession(), next)) return become(next, from)
  isReloading = true
  leaveUnasked()
  location.reload()
}

/** The session as it stands. */
export const currentSession = state.value

/** Calls back when somebody signed in or out, or a token was renewed; gives the way to stop. */
export const watchSession = state.watch

/** Connects the session to the calls and to the other tabs of this browser; once, when the page starts. */
export function startSession(): void {
  answerFor({ bearer, accessToken, onUnauthorized: leaveSession, proveAgain: askForProof })
  otherTabs = new BroadcastChannel('lintel-session')
  otherTabs.addEventListener('message', ({ data }: MessageEvent<SessionState>) => {
    // A tab that nobody has signed in to stays so until it asks the server itself.
    const here = currentSession()
    if (here.at !== 'signed-out' || data.at === 'signed-out') follow(fresher(here, data), 'another tab')
  })
}

/** Signs in with email and password and keeps the session. Fails like {@link requestSignIn}. */
export async function signIn(credentials: Credentials): Promise<Tokens> {
  const answer = await requestSignIn(credentials)
  beginSession(answer)
  return answer
}

/** Keeps the session that a completed sign-in of any other kind answered: provider, guest link, second factor, step-up. */
export function beginSession(tokens: Tokens): void {
  become(signedIn(tokens, Date.now()))
}

/** Ends the session on the server, then here and in the other tabs. Fails like `send`: then somebody is signed in still. */
export async function signOut(): Promise<void> {
  await requestSignOut()
  leaveSession()
}

/** Signed out here and in the other tabs: of a session that has ended, or that the server ends by its own clock. */
export const leaveSession = (): void => become({ at: 'signed-out' })

/** Finds out whether this browser is signed in already, by its cookie. Throws when the server does not answer. */
export async function restoreSession(): Promise<SessionState> {
  if (currentSession().at === 'unknown') await renew()
  return currentSession()
}

/**
 * Tells the server that somebody is still there: its hour of idling begins anew (security D3). Throws when the server
 * does not answer.
 */
export function keepAlive(): Promise<void> {
  const before = currentSession()
  return renew(() => currentSession() === before)
}

/** The tokens of who is signed in, renewed where they are about to end. */
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

let renewal: Promise<void> | undefined

const isRenewalDue = () => currentSession().at !== 'signed-in' || needsRenewal(currentSession(), Date.now())

/** One renewal at a time in this page and, by a Web Lock, in this browser: refresh secrets rotate (security D7). */
function renew(isWanted = isRenewalDue): Promise<void> {
  renewal ??= exclusively(async (hasWaited) => {
    // Waiting for the lock, another tab may have renewed and told us.
    if (hasWaited && isWanted()) await newsOrPatience()
    if (isWanted()) await exchange()
  }).finally(() => {
    renewal = undefined
  })
  return renewal
}

async function exchange() {
  const before = currentSession()
  // An answer of before somebody signed in here says nothing about them.
  const end = () => {
    if (currentSession() === before) leaveSession()
  }
  try {
    const answer = await renewed(before.at === 'signed-in' ? before.tokens.idToken : undefined)
    if (answer) follow(signedIn(answer, Date.now()))
    else end()
  } catch (error) {
    if (!(error instanceof CallFailure) || error.status !== 401) throw error
    end()
  }
}

/** A token that is not of the cookie's session says that somebody signed in anew: the cookie alone tells who. */
const renewed = (token: string | undefined) =>
  requestRenewal(token).catch((error: unknown) => {
    if (token === undefined || !failedWith(error, 'invalidToken')) throw error
    return requestRenewal(undefined)
  })

/** So long after a lock was given back, in ms, what its holder told may still be on its way. */
const newsWithinMs = 2_000

/** News of another tab travel beside the lock that it gives back, and may arrive after it: waits for them a moment. */
const newsOrPatience = () =>
  new Promise<void>((resolve) => {
    const go = () => {
      stop()
      clearTimeout(patience)
      resolve()
    }
    const stop = watchSession(go)
    const patience = setTimeout(go, newsWithinMs)
  })

const lockName = 'lintel-renewal'

/** Works while no other tab of this browser does; says whether one had to be waited for. */
async function exclusively(work: (hasWaited: boolean) => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work(false)
  const isDone = await navigator.locks.request(lockName, { ifAvailable: true }, async (lock) => {
    if (lock) await work(false)
    return lock !== null
  })
  if (!isDone) await navigator.locks.request(lockName, () => work(true))
}
