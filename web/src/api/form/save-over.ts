import type { ProblemCode } from '@lintel/contract/problems'
import { failedWith, Outdated } from '../failure'

/** The answers that mean: what the person saw is changed, gone, or there by now. */
const outdated: readonly ProblemCode[] = ['stale', 'notFound', 'alreadyMember', 'conflict']

/** True when a save failed because the record is another by now. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof Outdated || outdated.some((code) => failedWith(error, code))

/** A save of what was typed, on a ground that may be outdated. */
export interface SavingOver<G, R> {
  ground: G
  send(ground: G): Promise<R>
  /** Reads what is stored now. Fails like `send`. */
  readAgain(): Promise<G>
  /** True when somebody else's change is to be decided upon before this may be saved. */
  isDisputed(ground: G): boolean
}

/** So many changes by others are followed in one save. */
const mostTries = 3

/**
 * Saves; where others have changed meanwhile what was not typed into, the same changes are made from what is stored now. Fails
 * like `send`, with the first answer, once there is something to decide upon or nothing has changed after all.
 */
export async function saveOver<G, R>({ ground, send, readAgain, isDisputed }: SavingOver<G, R>): Promise<R> {
  let now = ground
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(now)
    } catch (failure) {
      if (!isOutdated(failure) || attempt === mostTries) throw failure
      const next = await readAgain().catch(() => {
        throw failure
      })
      if (isDisputed(next) || JSON.stringify(next) === JSON.stringify(now)) throw failure
      now = next
    }
  }
}
