import { observable } from '../ui/observable'

/** A small public resource: any response to it proves that the server can be reached. */
const probeAddress = '/regions.json'

/** Time between two probes of an unreachable server, in ms: initially, and at most. */
const pauses = { initial: 1_000, max: 10_000 }

/** Timeout of a probe, in ms: one that hangs would block all later ones. */
const probeTimeoutMs = 10_000

const isReached = observable(true)
let pause = pauses.initial
let nextProbe: ReturnType<typeof setTimeout> | undefined
let probing: Promise<void> | undefined

/** Whether the last request or probe reached the server. */
export const isConnected = isReached.value

/** Subscribes to changes of {@link isConnected}; returns the function that unsubscribes. */
export const watchConnection = isReached.watch

/** Resolves as soon as the server can be reached; immediately when it can. */
export const whenConnected = (): Promise<void> =>
  new Promise((resolve) => {
    if (isConnected()) return resolve()
    const stop = watchConnection(() => resolve(stop()))
  })

function setReached(reached: boolean): void {
  clearTimeout(nextProbe)
  if (reached) pause = pauses.initial
  else {
    nextProbe = setTimeout(probe, pause)
    pause = Math.min(pause * 2, pauses.max)
  }
  isReached.set(reached)
}

/** Probes whether the server can be reached; concurrent calls share one request. */
export function probe(): Promise<void> {
  probing ??= fetch(probeAddress, { cache: 'no-store', signal: AbortSignal.timeout(probeTimeoutMs) })
    .then(
      () => setReached(true),
      () => setReached(false),
    )
    .finally(() => {
      probing = undefined
    })
  return probing
}

/** Records that a response arrived, whatever its status: the server can be reached, unless the browser went offline meanwhile. */
export function recordResponse(): void {
  if (globalThis.navigator?.onLine === false) void probe()
  else setReached(true)
}

/** Listens to the browser's online and offline events; once per page. */
export function watchNetwork(): void {
  addEventListener('offline', () => setReached(false))
  addEventListener('online', () => void probe())
  if (!navigator.onLine) setReached(false)
}
