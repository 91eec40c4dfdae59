import { freshMs } from './prefetched-responses'

/** When the first and the last prefetched response arrived, in epoch ms. */
let first: number | undefined
let last = 0

/** Records that a prefetched response arrived; it may wait before it is used. */
export function recordPrefetch(): void {
  last = Date.now()
  first ??= last
}

/**
 * The earliest time at which a cached value may have been read, in epoch ms: a prefetched response may have waited before it was cached.
 */
export const earliestReadAt = (cachedAt: number): number =>
  first !== undefined && cachedAt >= first && cachedAt <= last + freshMs ? first : cachedAt
