import { hashSecret } from '../random-secret'
import { openSuccessor, type RefreshSecret } from './refresh-secret'

/** Time in which a repeated refresh gets the same successor; milliseconds (contract §3). */
const graceMs = 10_000

/** A refresh within the grace time. */
export interface RecentRefresh {
  /** Hash of the used secret, hexadecimal. */
  hash: string
  /** The successor, encrypted with the used secret. */
  sealed: string
  at: number
}

/** The refresh state of a session. */
export interface RefreshState {
  isLive: boolean
  refreshHash: Buffer | null
  generation: number
  recent: readonly RecentRefresh[]
  browserHash: Buffer | null
}

/** What to do with a refresh secret. */
export type RefreshStep =
  | { at: 'rotate' }
  | { at: 'repeat'; recent: RecentRefresh }
  | { at: 'reuse'; reason: 'replaced' | 'otherBrowser' }
  | { at: 'ended' }

/**
 * Decides what to do with a genuine refresh secret. It belongs to the browser that signed in: presented by another one, current
 * or not, it was stolen and the session ends. A repeat within ten seconds gets the same successor; a later one also ends the
 * session (security D7).
 */
export function refreshStep(
  state: RefreshState | undefined,
  { hash, generation }: Pick<RefreshSecret, 'hash' | 'generation'>,
  browserHash: Buffer | null,
  now: number,
): RefreshStep {
  if (!state?.isLive || state.refreshHash === null) return { at: 'ended' }
  const isCurrent = state.refreshHash.equals(hash)
  if (!isCurrent && generation > state.generation) return { at: 'ended' }
  if (!isSame(state.browserHash, browserHash)) return { at: 'reuse', reason: 'otherBrowser' }
  if (isCurrent) return { at: 'rotate' }
  const recent = state.recent.find((one) => one.hash === hash.toString('hex'))
  return recent && now - recent.at < graceMs ? { at: 'repeat', recent } : { at: 'reuse', reason: 'replaced' }
}

/** Adds a refresh and drops those past the grace time; at most 20 are kept. */
export const appendRecentRefresh = (recent: readonly RecentRefresh[], added: RecentRefresh): RecentRefresh[] =>
  [...recent.filter(({ at }) => added.at - at < graceMs), added].slice(-20)

/** A session that was opened without a browser cookie is not bound to one. */
const isSame = (bound: Buffer | null, presented: Buffer | null) =>
  bound === null || (presented !== null && bound.equals(presented))

/** The latest known successor of a secret, or the secret itself where it has none. */
export function latestSuccessor({ recent }: Pick<RefreshState, 'recent'>, presented: string): string {
  let secret = presented
  for (;;) {
    const hash = hashSecret(secret).toString('hex')
    const next = recent.find((one) => one.hash === hash)
    if (!next) return secret
    secret = openSuccessor(secret, next.sealed)
  }
}
