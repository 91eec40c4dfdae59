let warnedUntil: number | undefined
const listeners = new Set<() => void>()

/** Warns of a session that ends at a moment, in epoch ms, or of none any more. */
export function warn(until: number | undefined): void {
  if (until === warnedUntil) return
  warnedUntil = until
  for (const listener of listeners) listener()
}

/** When the session ends of which a person is being warned, in epoch ms; undefined while there is nothing to warn of. */
export const idleWarning = (): number | undefined => warnedUntil

/** Calls back when a warning comes or goes; gives the way to stop. */
export function watchIdleWarning(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
