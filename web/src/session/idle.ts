import { warn } from './idle-warning'
import { currentSession, keepAlive, leaveSession, signOut, watchSession } from './session'

/** How often the clock is looked at, in ms. */
const beatMs = 1_000
/** How often other tabs are told of a sign of life, in ms. */
const toldEveryMs = 10_000
/** Once somebody was there, the server hears of it after this long at the latest, in ms. */
const keptEveryMs = 5 * 60_000
/** The warning stands this long before a session ends, in ms. */
export const warningMs = 2 * 60_000

/** How idle somebody is: not yet worth a word, warned, or for too long. */
export type Idleness = { at: 'active' } | { at: 'warned'; endsAt: number } | { at: 'over' }

/** How idle somebody is who was last active at `lastActive`, when an idle session ends after `idleMs`; all in epoch ms. */
export function idleness(lastActive: number, now: number, idleMs: number): Idleness {
  const endsAt = lastActive + idleMs
  if (now >= endsAt) return { at: 'over' }
  return now >= endsAt - warningMs ? { at: 'warned', endsAt } : { at: 'active' }
}

/** True when somebody was active since the server heard of this session last, long enough ago. */
export const isDueToServer = (lastActive: number, lastHeard: number, now: number): boolean =>
  lastActive > lastHeard && now - lastHeard >= keptEveryMs

let lastActive = Date.now()
let lastHeard = Date.now()
let lastTold = 0
/** The other tabs were asked whether somebody is there, and have until the next beat to say so. */
let hasAsked = false
/** The tab was asleep until now: what the others said meanwhile may still be on its way. */
let hasJustWoken = false
let otherTabs: BroadcastChannel | undefined
/** The person answers the warning: in all tabs it goes, and the server's hour begins anew. */
export async function staySignedIn(): Promise<void> {
  noteActivity(true)
  await keepAlive()
}

function noteActivity(recordInOneStatement = false) {
  lastActive = Date.now()
  warn(undefined)
  if (!recordInOneStatement && lastActive - lastTold < toldEveryMs) return
  lastTold = lastActive
  otherTabs?.postMessage({ activeAt: lastActive } satisfies Word)
}

/** What tabs say to each other: when somebody was active last, or the question for that. */
type Word = 'ask' | { activeAt: number }

function ask() {
  hasAsked = true
  otherTabs?.postMessage('ask' satisfies Word)
}

function hear(word: Word) {
  if (word === 'ask') return otherTabs?.postMessage({ activeAt: lastActive } satisfies Word)
  if (word.activeAt <= lastActive) return
  lastActive = word.activeAt
  warn(undefined)
}

function wake() {
  if (document.visibilityState === 'hidden') return
  hasJustWoken = true
  ask()
}

function beat() {
  const session = currentSession()
  if (session.at !== 'signed-in' || !session.tokens.logoutWhenIdle) return warn(undefined)
  if (hasJustWoken) {
    hasJustWoken = false
    return
  }
  const now = Date.now()
  const idle = idleness(lastActive, now, session.tokens.idleSeconds * 1_000)
  warn(idle.at === 'warned' ? idle.endsAt : undefined)
  if (idle.at === 'over') {
    // A tab that slept has heard of nothing: the others are asked, and signed out is who nobody speaks for by the next beat.
    if (!hasAsked) return ask()
    // Without an answer the server ends it by its own clock.
    signOut().catch(leaveSession)
    return
  }
  hasAsked = false
  if (isDueToServer(lastActive, lastHeard, now)) {
    lastHeard = now
    keepAlive().catch(() => {})
  }
}

/**
 * Warns of the end of an idle session and then signs it out, in all tabs together; a sign of life in one counts for all.
 * The server keeps the same hour by itself: it hears of somebody who is there without calling it.
 */
export function watchIdleness(): void {
  otherTabs = new BroadcastChannel('lintel-activity')
  otherTabs.addEventListener('message', ({ data }: MessageEvent<Word>) => hear(data))
  document.addEventListener('resume', wake)
  document.addEventListener('visibilitychange', wake)
  watchSession(() => {
    lastHeard = Date.now()
  })
  const onActivity = () => {
    // Once warned, the answer counts, not a touch; and after a laptop's sleep the first movement is no sign of having
    // been there all along.
    const session = currentSession()
    const idleMs = session.at === 'signed-in' ? session.tokens.idleSeconds * 1_000 : Number.POSITIVE_INFINITY
    if (idleness(lastActive, Date.now(), idleMs).at === 'active') noteActivity()
  }
  for (const event of ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const) {
    window.addEventListener(event, onActivity, { passive: true, capture: true })
  }
  setInterval(beat, beatMs)
}
