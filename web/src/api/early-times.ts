import { freshMs } from './early-answers'

/** When the first and the last answer came that were asked for early, in milliseconds since 1970. */
let first: number | undefined
let last = 0

/** An answer has come that was asked for early: it may wait for whoever takes it. */
export function noteEarly(): void {
  last = Date.now()
  first ??= last
}

/** When something may have been read at the earliest that the cache has since this time: it may be an early answer, which has waited. */
export const readSince = (cachedAt: number): number =>
  first !== undefined && cachedAt >= first && cachedAt <= last + freshMs ? first : cachedAt
