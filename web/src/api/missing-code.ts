import { probe } from './connection'

const name = 'CodeMissing'

/** True for a part of the application whose code did not arrive: there is no network, or a newer build has replaced it. */
export const isCodeMissing = (error: unknown): boolean => error instanceof Error && error.name === name

let isReplaced = false
const listeners = new Set<() => void>()

/** Whether a newer build has replaced the one that this page runs: what it has not loaded yet is not to be had any more. */
export const isOutdatedBuild = (): boolean => isReplaced

/** Calls back when it is found out that a newer build has replaced this one; gives the way to stop. */
export function watchBuild(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Gives the error of code that could not be loaded a name of its own, once a page. The router would load the page anew for it, which without
 * a network leaves nothing; here the screen says what is the matter, and tries again.
 */
export function watchMissingCode(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    const [address] = /\/assets\/[\w.-]+/.exec(payload.message) ?? []
    payload.message = `The code of a part of the page did not arrive: ${address}`
    payload.name = name
    if (address !== undefined) void findReason(address)
  })
}

/** The server has no such file: another build is served by now. */
async function findReason(address: string): Promise<void> {
  const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (!answer) return probe()
  if (answer.status !== 404) return
  isReplaced = true
  for (const listener of [...listeners]) listener()
}
