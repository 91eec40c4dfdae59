import { observed } from '../ui/observed'

/** Something small of ours that every visitor may ask for: any answer to it says that the server can be reached. */
const probeAddress = '/regions.json'

/** Between two questions to a server that was not reached, in ms: at first, and at most. */
const pauses = { first: 1_000, most: 10_000 }

/** How long such a question waits for its answer, in ms: one that hangs would keep all later ones from being asked. */
const longestProbe = 10_000

const isReached = observed(true)
let pause = pauses.first
let nextProbe: ReturnType<typeof setTimeout> | undefined
let probing: Promise<void> | undefined

/** Whether the server can be reached, as far as anything was tried. */
export const isConnected = isReached.value

/** Calls back when the server cannot be reached any more, and when it can be again; gives the way to stop. */
export const watchConnection = isReached.watch

/** Resolves when the server can be reached: at once where it can. */
export const connected = (): Promise<void> =>
  new Promise((resolve) => {
    if (isConnected()) return resolve()
    const stop = watchConnection(() => resolve(stop()))
  })

function become(reached: boolean): void {
  clearTimeout(nextProbe)
  if (reached) pause = pauses.first
  else {
    nextProbe = setTimeout(probe, pause)
    pause = Math.min(pause * 2, pauses.most)
  }
  isReached.set(reached)
}

/** Asks whether the server can be reached, one question at a time. */
export function probe(): Promise<void> {
  probing ??= fetch(probeAddress, { cache: 'no-store', signal: AbortSignal.timeout(longestProbe) })
    .then(
      () => become(true),
      () => become(false),
    )
    .finally(() => {
      probing = undefined
    })
  return probing
}

/** An answer came, whatever it says: the server can be reached, unless the browser says that the network went while it was on its way. */
export function noteAnswer(): void {
  if (globalThis.navigator?.onLine === false) void probe()
  else become(true)
}

/** Hears from the browser that the network went or came; once a page. */
export function watchNetwork(): void {
  addEventListener('offline', () => become(false))
  addEventListener('online', () => void probe())
  if (!navigator.onLine) become(false)
}
