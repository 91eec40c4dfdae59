import { hashOf } from '../own-secret'
import { openSuccessor, type RefreshSecret } from './refresh-secret'

/** Time in which a repeated refresh gets the successor that the first one got; milliseconds (contract §3). */
const graceMs = 10_000

/** A refresh of the last seconds. */
export interface RecentRefresh {
  /** Hash of the secret that was used, hexadecimal. */
  hash: string
  /** Its successor, sealed by it. */
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

/** What a refresh secret brings. */
export type RefreshStep =
  | { at: 'rotate' }
  | { at: 'repeat'; recent: RecentRefresh }
  | { at: 'reuse'; reason: 'replaced' | 'otherBrowser' }
  | { at: 'ended' }

/**
 * What to do with a secret that we made. It belongs to the browser that signed in: from another one, current or not,
 * somebody else has it, and the whole session ends. A repeat within ten seconds gets the same successor; a later one ends
 * the session as well (security D7).
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

/** What is still worth keeping when one more is added. */
export const keptRefreshes = (recent: readonly RecentRefresh[], added: RecentRefresh): RecentRefresh[] =>
  [...recent.filter(({ at }) => added.at - at < graceMs), added].slice(-20)

/** A session that was begun without a browser's cookie is not bound to one. */
const isSame = (bound: Buffer | null, given: Buffer | null) => bound === null || (given !== null && bound.equals(given))

/** The last of the successors of a secret that are known: never one that is dead already, itself where it has none. */
export function newestAfter({ recent }: Pick<RefreshState, 'recent'>, presented: string): string {
  let secret = presented
  for (;;) {
    const hash = hashOf(secret).toString('hex')
    const next = recent.find((one) => one.hash === hash)
    if (!next) return secret
    secret = openSuccessor(secret, next.sealed)
  }
}
