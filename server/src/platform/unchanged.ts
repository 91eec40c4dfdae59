/** Nothing is to be changed, so nothing is recorded. */
class Unchanged extends Error {
  override readonly name = 'Unchanged'
}

/** Ends a change that would change nothing: {@link unlessUnchanged} takes it as done. */
export const nothingToDo = (): Unchanged => new Unchanged()

/** Does a change that may turn out to be none. */
export async function unlessUnchanged(change: Promise<void>): Promise<void> {
  try {
    await change
  } catch (error) {
    if (!(error instanceof Unchanged)) throw error
  }
}
