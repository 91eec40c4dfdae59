import { Problem } from '@lintel/contract/problems'
import { ObjectStoreAway } from './object-store'

/** Seconds after which the client may retry. */
const retryAfter = 30

/** Awaits an operation of the object store and translates its failures to 503 `objectStoreAway`. */
export async function withStoreAwayProblem<T>(operation: Promise<T>): Promise<T> {
  try {
    return await operation
  } catch (error) {
    if (error instanceof ObjectStoreAway) throw new Problem('objectStoreAway', { retryAfter })
    throw error
  }
}
