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
 * As many while somebody who is signed in is being answered: a core is left to them, for even a thread of low priority keeps its core
 * until the next tick of the system's clock, and a question passes through several hands.
 */
export const hashesMeanwhile = Math.max(1, Math.min(4, availableParallelism() - 1))

/**
 * Threads that give way to everything else, on Linux, where a thread has a priority of its own: a core that hashes is taken
 * by whoever only wants to read a list. There are none before the first hash, nor some time after the last.
 */
const niceIncrement = process.platform === 'linux' ? 19 : 0
const idleTimeout = 60_000

/** Computes on a thread that is free; how many may wait for one is the business of the hash gate. */
type OnHashThread = <W extends keyof Works>(work: W, given: Works[W]['given']) => Promise<Works[W]['result']>

/**
 * Threads that run `file`, begun when there is something to compute. A computation fails with the words of the library, or with
 * those of a thread that could not begin or go on; the next one finds new threads.
 */
export function hashThreads(file: URL): OnHashThread {
  let threads: Promise<Piscina> | undefined

  async function begin(): Promise<Piscina> {
    const { Piscina } = await import('piscina')
    const pool = new Piscina({
      filename: file.href,
      minThreads: 0,
      maxThreads: hashesAtOnce,
      idleTimeout,
      niceIncrement,
      execArgv: [],
    })
    // One that could not even begin has no computation to fail: all that wait fail with the pool.
    return pool.on('error', () => {
      threads = undefined
      void pool.destroy()
    })
  }

  return async (work, given) => {
    threads ??= begin()
    const pool = await threads.catch((error: unknown) => {
      threads = undefined
      throw error
    })
    return pool.run(given, { name: work })
  }
}

export const onHashThread = hashThreads(new URL('./hash-thread.js', import.meta.url))
