import { observable } from '../ui/observable'
import { probe, whenConnected } from './connection'

const name = 'CodeMissing'

/** True for a chunk of the application that could not be loaded: there is no network, or a newer build has replaced it. */
export const isCodeMissing = (error: unknown): boolean => error instanceof Error && error.name === name

/** Whether this page can still load all of the application's code. */
export type CodeState = 'whole' | 'replaced' | 'lost'

const state = observable<CodeState>('whole')

/** `replaced` when a newer build is served than this page runs; `lost` when an import failed, which the browser remembers; else `whole`. */
export const codeState = state.value

/** Subscribes to changes of {@link codeState}; returns the function that unsubscribes. */
export const watchCode = state.watch

/**
 * Marks errors of chunks that could not be loaded by a name of their own; once per page. The router would reload the page for such an
 * error, which shows nothing without a network; here the screen shows the failure and retries.
 */
export function watchMissingCode(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    const [address] = /\/assets\/[\w.-]+/.exec(payload.message) ?? []
    payload.message = `The code of a part of the page did not arrive: ${address}`
    payload.name = name
    if (address !== undefined) void findReason(address)
  })
}

/** A 404 means that another build is served by now. */
async function findReason(address: string): Promise<void> {
  const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (!answer) return probe()
  if (answer.status === 404) state.set('replaced')
}

/**
 * Marks code that this page can no longer load: immediately for a page that is not rendered yet (`early.ts`), otherwise as soon as a reload
 * can succeed.
 */
export async function markCodeLost(): Promise<void> {
  dispatchEvent(new Event('lintel:codelost'))
  await probe()
  await whenConnected()
  state.set('lost')
}
