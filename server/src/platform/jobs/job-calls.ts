import { listen } from '../events/listen'
import { jobChannel } from './job-queue'

/** New jobs as the database announces them, heard on one connection for all workers of a process. */
export interface JobCalls {
  /** Has the bell rung for each new job of these kinds, and whenever one may have been missed, until the function that it gives is called. */
  ringFor(kinds: readonly string[], ring: () => void): () => void
  stop(): Promise<void>
}

/** Listens at the database's address. */
export function hearJobs(url: string): JobCalls {
  const bells = new Set<{ kinds: readonly string[]; ring: () => void }>()
  const heard = (message: string) => {
    for (const { kinds, ring } of bells) if (message === '' || kinds.includes(message)) ring()
  }
  const { stop } = listen({ url, channel: jobChannel, heard })
  return {
    ringFor(kinds, ring) {
      const bell = { kinds, ring }
      bells.add(bell)
      return () => bells.delete(bell)
    },
    stop,
  }
}
