/** Nothing is to be changed, so nothing is recorded. */
class Unchanged extends Error {
  override readonly name = 'Unchanged'
}

/** Ends a change that would change nothing: {@link unlessUnchanged} takes it as done. */
export const nothingToDo = (): Unchanged => new Unchanged()

/** Does a change that may turn out to be none, and gives `otherwise` then. */
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
