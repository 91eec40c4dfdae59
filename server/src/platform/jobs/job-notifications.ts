import { listen } from '../events/listen'
import { jobChannel } from './job-queue'

/** Announcements of new jobs, received on one database connection for all workers of a process. */
export interface JobNotifications {
  /**
   * Calls `wake` for each new job of these kinds and whenever one may have been missed. Returns the function that
   * unsubscribes.
   */
  subscribe(kinds: readonly string[], wake: () => void): () => void
  stop(): Promise<void>
}

/** Listens on the database at `url`. */
export function listenForJobs(url: string): JobNotifications {
  const subscribers = new Set<{ kinds: readonly string[]; wake: () => void }>()
  const onMessage = (message: string) => {
    for (const { kinds, wake } of subscribers) if (message === '' || kinds.includes(message)) wake()
  }
  const { stop } = listen({ url, channel: jobChannel, onMessage })
  return {
    subscribe(kinds, wake) {
      const subscriber = { kinds, wake }
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
    stop,
  }
}
