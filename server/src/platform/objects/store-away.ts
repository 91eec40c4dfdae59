import { Problem } from '@lintel/contract/problems'
import { ObjectStoreAway } from './object-store'

/** Seconds after which the store may be asked again. */
const retryAfter = 30

/** What the store gives; where it cannot be reached, is full or has lost the bytes, 503 `objectStoreAway`. */
export async function answeringWhenAway<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ObjectStoreAway) throw new Problem('objectStoreAway', { retryAfter })
    throw error
  }
}
