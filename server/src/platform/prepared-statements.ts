/** Statements that are prepared at most: each connection keeps them all, about 50 kB apiece in the database. */
const mostPrepared = 200

/** Statements that were seen once and are remembered at most. */
const mostSeenOnce = 1_000

/**
 * Begins a statement, or stands after its `select`, that is planned anew whenever it is run. The plan that a database keeps is one for few
 * rows: a statement that is asked for one row or for thousands, by the length of a list that it is given or by whose rows it reads, is
 * not served well by it.
 */
export const plannedAnew = '/* planned anew */'

const isPlannedAnew = (statement: string) => {
  const beginning = statement.trimStart()
  return beginning.startsWith(plannedAnew) || beginning.startsWith(`select ${plannedAnew}`)
}

/**
 * Gives statements that come again a name, by which the database keeps them parsed on each connection: parsing and
 * planning a list's statement costs it as much as half of running it. What never comes twice (a statement written for
 * a number of ids) is not kept.
 */
export class PreparedStatements {
  readonly #names = new Map<string, string>()
  readonly #seenOnce = new Set<string>()

  /** The name to run a statement by; undefined the first time, when enough are kept, and for what is {@link plannedAnew}. */
  nameOf(statement: string): string | undefined {
    if (isPlannedAnew(statement)) return undefined
    const name = this.#names.get(statement)
    if (name !== undefined || this.#names.size >= mostPrepared) return name
    if (this.#seenOnce.delete(statement)) {
      const given = `lintel_${this.#names.size + 1}`
      this.#names.set(statement, given)
      return given
    }
    if (this.#seenOnce.size >= mostSeenOnce) this.#seenOnce.clear()
    this.#seenOnce.add(statement)
    return undefined
  }
}
