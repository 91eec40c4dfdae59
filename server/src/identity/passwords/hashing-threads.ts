import { readlink } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'

/** How much the threads that hash give way to everything else, as `nice` counts: about a third of the share of others. */
const giveWay = 5

/** libuv's threads cannot be asked for: enough questions at once reach them all. */
const questionsAtOnce = 32
const rounds = 5

/**
 * Passwords are hashed on libuv's threads. Where every core is busy with that, answers and the database go first: a sign-in
 * takes a moment longer, and nobody else notices (on Linux, which schedules threads one by one; elsewhere nothing happens).
 * Gives the threads that were reached.
 */
export async function letOthersGoFirst(threads = Number(process.env.UV_THREADPOOL_SIZE ?? 4)): Promise<number[]> {
  const reached = new Set<number>()
  for (let round = 0; round < rounds && reached.size < threads; round++) {
    // Whoever answers is the thread that reads the link.
    const links = await Promise.all(Array.from({ length: questionsAtOnce }, ownLink))
    for (const link of links) if (link) reached.add(Number(link.split('/').at(-1)))
  }
  for (const thread of reached) {
    // As an operator set it, and lower still by this much; not every process may even do that.
    try {
      setPriority(thread, Math.min(19, getPriority(thread) + giveWay))
    } catch {
      return []
    }
  }
  return [...reached]
}

const ownLink = () => readlink('/proc/thread-self').catch(() => undefined)
