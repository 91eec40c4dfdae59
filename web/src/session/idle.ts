import { setIdleWarning } from './idle-warning'
import { currentSession, keepAlive, leaveSession, signOut, watchSession } from './session'

/** Interval of the idle check, in ms. */
const tickMs = 1_000
/** Minimum interval between activity messages to other tabs, in ms. */
const broadcastIntervalMs = 10_000
/** Maximum delay until the server learns of activity, in ms. */
const keepAliveIntervalMs = 5 * 60_000
/** How long before the end of the session the warning appears, in ms. */
export const warningMs = 2 * 60_000

/** The idle state: active, warned, or timed out. */
export type Idleness = { at: 'active' } | { at: 'warned'; endsAt: number } | { at: 'over' }

/** The idle state after activity at `lastActive`, when a session ends after `idleMs`; all in epoch ms. */
export function idleness(lastActive: number, now: number, idleMs: number): Idleness {
  const endsAt = lastActive + idleMs
  if (now >= endsAt) return { at: 'over' }
  return now >= endsAt - warningMs ? { at: 'warned', endsAt } : { at: 'active' }
}

/** True when there was activity since the last keep-alive, and that is long enough ago. */
export const isKeepAliveDue = (lastActive: number, lastKeepAlive: number, now: number): boolean =>
  lastActive > lastKeepAlive && now - lastKeepAlive >= keepAliveIntervalMs

let lastActive = Date.now()
let lastKeepAlive = Date.now()
let lastBroadcast = 0
/** The other tabs were asked for their activity and have until the next tick to answer. */
let hasAsked = false
/** The tab was suspended until now: messages of other tabs may still be in transit. */
let hasJustWoken = false
/** The sign-out was sent and is not answered yet. */
let isSigningOut = false
let otherTabs: BroadcastChannel | undefined
/** Confirms the warning: removes it in all tabs and restarts the server's idle timer. */
export async function staySignedIn(): Promise<void> {
  recordActivity(true)
  await keepAlive()
}

function recordActivity(isForced = false) {
  lastActive = Date.now()
  setIdleWarning(undefined)
  if (!isForced && lastActive - lastBroadcast < broadcastIntervalMs) return
  lastBroadcast = lastActive
  otherTabs?.postMessage({ activeAt: lastActive } satisfies TabMessage)
}

/** A message between tabs: the time of the last activity, or the request for it. */
type TabMessage = 'ask' | { activeAt: number }

function askOtherTabs() {
  hasAsked = true
  otherTabs?.postMessage('ask' satisfies TabMessage)
}

function onTabMessage(message: TabMessage) {
  if (message === 'ask') return otherTabs?.postMessage({ activeAt: lastActive } satisfies TabMessage)
  if (message.activeAt <= lastActive) return
  lastActive = message.activeAt
  setIdleWarning(undefined)
}

function wake() {
  if (document.visibilityState === 'hidden') return
  hasJustWoken = true
  askOtherTabs()
}

function tick() {
  const session = currentSession()
  if (session.at !== 'signed-in' || !session.tokens.logoutWhenIdle) return setIdleWarning(undefined)
  if (hasJustWoken) {
    hasJustWoken = false
    return
  }
  const now = Date.now()
  const idle = idleness(lastActive, now, session.tokens.idleSeconds * 1_000)
  setIdleWarning(idle.at === 'warned' ? idle.endsAt : undefined)
  if (idle.at === 'over') {
    // A suspended tab has missed messages, so it asks the others first and signs out only if none answers by the next tick.
    if (!hasAsked) return askOtherTabs()
    // Without a response the server's own idle timer ends the session.
    if (isSigningOut) return
    isSigningOut = true
    signOut()
      .catch(leaveSession)
      .finally(() => {
        isSigningOut = false
      })
    return
  }
  hasAsked = false
  if (isKeepAliveDue(lastActive, lastKeepAlive, now)) {
    lastKeepAlive = now
    keepAlive().catch(() => {})
  }
}

/**
 * Warns before an idle session ends and then signs out, in all tabs together; activity in one tab counts for all. The server has the same
 * idle timeout, so keep-alives report activity that sends no calls.
 */
export function watchIdleness(): void {
  otherTabs = new BroadcastChannel('lintel-activity')
  otherTabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => onTabMessage(data))
  document.addEventListener('resume', wake)
  document.addEventListener('visibilitychange', wake)
  watchSession(() => {
    lastKeepAlive = Date.now()
  })
  const onActivity = () => {
    // After the warning only its confirmation counts; and the first movement after a laptop's sleep does not mean that somebody was there
    // before.
    const session = currentSession()
    const idleMs = session.at === 'signed-in' ? session.tokens.idleSeconds * 1_000 : Number.POSITIVE_INFINITY
    if (idleness(lastActive, Date.now(), idleMs).at === 'active') recordActivity()
  }
  for (const event of ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const) {
    window.addEventListener(event, onActivity, { passive: true, capture: true })
  }
  setInterval(tick, tickMs)
}
