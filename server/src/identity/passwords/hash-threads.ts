import { availableParallelism } from 'node:os'
import type { Options } from '@node-rs/argon2'
import type { Piscina } from 'piscina'

/** What a thread can be asked for, and what it needs for that. */
interface Works {
  hash: { given: { typed: string; parameters: Options }; result: string }
  verify: { given: { stored: string; typed: string }; result: boolean }
}

/**
 * As many hashes as run at once (security A8). Each takes a core for itself: one more than there are cores keeps them all at
 * work, and beyond that each only becomes slower.
 */
export const hashesAtOnce = Math.min(4, availableParallelism() + 1)

/**
 * Threads that give way to everything else, on Linux, where a thread has a priority of its own: a core that hashes is taken
 * by whoever only wants to read a list. There are none before the first hash, nor some time after the last.
 */
const niceIncrement = process.platform === 'linux' ? 19 : 0
const idleTimeout = 60_000

let threads: Promise<Piscina> | undefined

const beginThreads = async () => {
  const { Piscina } = await import('piscina')
  return new Piscina({
    filename: new URL('./hash-thread.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: hashesAtOnce,
    idleTimeout,
    niceIncrement,
    execArgv: [],
  })
}

/**
 * Computes on a thread that is free; how many may wait for one is the business of the hash gate. Fails with the words of the
 * library, or with those of a thread that could not go on.
 */
export async function onHashThread<W extends keyof Works>(
  work: W,
  given: Works[W]['given'],
): Promise<Works[W]['result']> {
  threads ??= beginThreads()
  return (await threads).run(given, { name: work })
}
