import { idleTimeoutMs } from '@lintel/contract/identity/login'
import { currentSession, signOut } from './session'

/** How often a sign of life is noted, and the clock looked at, in ms. */
const beatMs = 10_000

/** True when the last sign of life is an hour old; both in epoch ms. */
export const isIdle = (lastActive: number, now: number) => now - lastActive >= idleTimeoutMs

/**
 * Signs an idle session out in this page. The server keeps the same hour by itself; this takes what is on screen away.
 * Activity in another tab counts, told over a channel.
 */
export function watchIdleness(): void {
  let lastActive = Date.now()
  let lastTold = 0
  const otherTabs = new BroadcastChannel('lintel-activity')
  otherTabs.addEventListener('message', () => {
    lastActive = Date.now()
  })
  const noteActivity = () => {
    // After a laptop's sleep the first movement must not count as having been there all along.
    if (currentSession().at === 'signed-in' && isIdle(lastActive, Date.now())) return
    lastActive = Date.now()
    if (lastActive - lastTold < beatMs) return
    lastTold = lastActive
    otherTabs.postMessage('active')
  }
  for (const event of ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const) {
    window.addEventListener(event, noteActivity, { passive: true, capture: true })
  }
  setInterval(() => {
    const session = currentSession()
    if (session.at !== 'signed-in' || !session.tokens.logoutWhenIdle || !isIdle(lastActive, Date.now())) return
    // Without an answer the server ends it by its own clock.
    signOut().catch(() => {})
  }, beatMs)
}
