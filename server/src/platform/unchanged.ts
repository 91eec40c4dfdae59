/** Ends a change that has nothing to do and therefore nothing to record. */
class Unchanged extends Error {
  override readonly name = 'Unchanged'
}

/** The error by which a change that would change nothing ends; {@link unlessUnchanged} catches it. */
export const nothingToDo = (): Unchanged => new Unchanged()

/** Awaits a change that may be a no-op, and returns `otherwise` in that case. */
export function unlessUnchanged(change: Promise<void>): Promise<void>
export function unlessUnchanged<T>(change: Promise<T>, otherwise: T): Promise<T>
export async function unlessUnchanged<T>(change: Promise<T>, otherwise?: T): Promise<T | undefined> {
  try {
    return await change
  } catch (error) {
    if (!(error instanceof Unchanged)) throw error
    return otherwise
  }
}
