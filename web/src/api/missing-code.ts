import { observed } from '../ui/observed'
import { connected, probe } from './connection'

const name = 'CodeMissing'

/** True for a part of the application whose code did not arrive: there is no network, or a newer build has replaced it. */
export const isCodeMissing = (error: unknown): boolean => error instanceof Error && error.name === name

/** How much of the application's code this page can still have. */
export type CodeState = 'whole' | 'replaced' | 'lost'

const state = observed<CodeState>('whole')

/** `replaced` when a newer build is served than this page runs, `lost` when an import failed, which the browser remembers; `whole` otherwise. */
export const codeState = state.value

/** Calls back when this page cannot have all of its code any more; gives the way to stop. */
export const watchCode = state.watch

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
  if (answer.status === 404) state.set('replaced')
}

/** Tells of code that is lost to this page: at once a page that is not drawn yet (`early.ts`), as soon as a new page can be had everybody else. */
export async function noteLostCode(): Promise<void> {
  dispatchEvent(new Event('lintel:codelost'))
  await probe()
  await connected()
  state.set('lost')
}
