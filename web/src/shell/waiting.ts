let waits = 0
const listeners = new Set<() => void>()

/** Whether somebody who has asked for something waits for its code. */
export const isWaiting = (): boolean => waits > 0

/** Calls back when waiting begins or ends; gives the way to stop. */
export function watchWaiting(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(by: 1 | -1) {
  waits += by
  for (const listener of [...listeners]) listener()
}

/** Shows that something is waited for until it has come or failed (see `waiting-line`); gives it as it is. */
export function waitingFor<Result>(coming: Promise<Result>): Promise<Result> {
  change(1)
  return coming.finally(() => change(-1))
}
