import { availableParallelism } from 'node:os'
import type { Options } from '@node-rs/argon2'
import type { Piscina } from 'piscina'

/** The tasks of a thread, with their input and result. */
interface HashTasks {
  hash: { input: { typed: string; parameters: Options }; result: string }
  verify: { input: { stored: string; typed: string }; result: boolean }
}

/**
 * Maximum number of concurrent hashes on a number of cores (security A8). Each uses a whole core: one more than there are cores
 * keeps all busy, more would only slow each down.
 */
export const concurrentHashesOn = (cores: number): number => Math.min(4, cores + 1)

/** The same on this machine. */
export const maxConcurrentHashes = concurrentHashesOn(availableParallelism())

/**
 * The maximum while requests of signed-in people are being served: one core is left to them, because even a thread of low
 * priority keeps its core until the next scheduler tick.
 */
export const maxBackgroundHashes = Math.max(1, Math.min(4, availableParallelism() - 1))

/**
 * Low thread priority on Linux, where threads have their own: a core that hashes yields to other requests. No threads exist
 * before the first hash and some time after the last.
 */
const niceIncrement = process.platform === 'linux' ? 19 : 0
const idleTimeout = 60_000

/** Runs a task on a free thread; the hash gate limits how many may wait. */
type OnHashThread = <W extends keyof HashTasks>(
  task: W,
  input: HashTasks[W]['input'],
) => Promise<HashTasks[W]['result']>

/**
 * A lazily started thread pool that runs `file`. A task fails with the error of the library or of the pool; after a pool error
 * the next task starts a new pool.
 */
export function hashThreads(file: URL): OnHashThread {
  let threads: Promise<Piscina> | undefined

  async function begin(): Promise<Piscina> {
    const { Piscina } = await import('piscina')
    const pool = new Piscina({
      filename: file.href,
      minThreads: 0,
      maxThreads: maxConcurrentHashes,
      idleTimeout,
      niceIncrement,
      execArgv: [],
    })
    // A worker that fails to start has no task of its own: destroying the pool rejects all queued tasks.
    return pool.on('error', () => {
      threads = undefined
      void pool.destroy()
    })
  }

  return async (task, input) => {
    threads ??= begin()
    const pool = await threads.catch((error: unknown) => {
      threads = undefined
      throw error
    })
    return pool.run(input, { name: task })
  }
}

export const onHashThread = hashThreads(new URL('./hash-thread.js', import.meta.url))
