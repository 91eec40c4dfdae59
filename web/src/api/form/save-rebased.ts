import type { ProblemCode } from '@lintel/contract/problems'
import { failedWith, StaleRecordError } from '../failure'

/** Codes that mean that the record changed, disappeared or appeared since the person saw it. */
const outdated: readonly ProblemCode[] = ['stale', 'notFound', 'alreadyMember', 'conflict']

/** True when a save failed because the record has changed since. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof StaleRecordError || outdated.some((code) => failedWith(error, code))

/** A save based on a baseline that may be outdated. */
export interface RebasedSave<G, R> {
  baseline: G
  send(baseline: G): Promise<R>
  /** Reads the current baseline. Fails like `send`. */
  reload(): Promise<G>
  /** True when a change by somebody else must be resolved before saving. */
  hasConflicts(baseline: G): boolean
}

/** Maximum number of attempts of one save. */
const maxAttempts = 3

/**
 * Saves; when others have changed other fields meanwhile, retries the same changes on the current baseline. Fails like `send`, with the
 * first failure, once there is a conflict or nothing has changed after all.
 */
export async function saveRebased<G, R>({ baseline, send, reload, hasConflicts }: RebasedSave<G, R>): Promise<R> {
  let now = baseline
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(now)
    } catch (failure) {
      if (!isOutdated(failure) || attempt === maxAttempts) throw failure
      const next = await reload().catch(() => {
        throw failure
      })
      if (hasConflicts(next) || JSON.stringify(next) === JSON.stringify(now)) throw failure
      now = next
    }
  }
}
