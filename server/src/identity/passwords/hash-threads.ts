import { Worker } from 'node:worker_threads'
import type { hashSync, verifySync } from '@node-rs/argon2'

/** What a thread can be asked for. */
interface Works {
  hash: typeof hashSync
  verify: typeof verifySync
}

type Said = { result: unknown } | { failure: string }

/**
 * Password hashes are computed on threads of their own, which give way to everything else: a core that hashes is taken by
 * whoever only wants to read a list. As many threads stand ready as there were hashes at once.
 */
const idle: Worker[] = []

function beginThread(): Worker {
  const thread = new Worker(new URL('./hash-thread.js', import.meta.url), { execArgv: [] })
  const forget = () => {
    const at = idle.indexOf(thread)
    if (at >= 0) idle.splice(at, 1)
  }
  return thread.on('error', forget).on('exit', forget)
}

/**
 * Computes on a thread that is free, or on a new one; how many run at once is the business of the hash gate. Fails with the
 * words of the library, or with those of a thread that could not go on.
 */
export async function onHashThread<W extends keyof Works>(
  work: W,
  ...given: Parameters<Works[W]>
): Promise<ReturnType<Works[W]>> {
  const thread = idle.pop() ?? beginThread()
  thread.ref()
  const said = await new Promise<Said>((resolve, reject) => {
    const fail = (error: Error) => reject(error)
    thread.once('error', fail).once('message', (message: Said) => {
      thread.off('error', fail)
      resolve(message)
    })
    thread.postMessage({ work, given })
  })
  // Whoever waits for nothing else need not wait for a thread without work.
  thread.unref()
  idle.push(thread)
  if ('failure' in said) throw new Error(said.failure)
  return said.result as ReturnType<Works[W]>
}
