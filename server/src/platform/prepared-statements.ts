/** Statements that are prepared at most: each connection keeps them all, about 50 kB apiece in the database. */
const mostPrepared = 200

/** Statements that were seen once and are remembered at most. */
const mostSeenOnce = 1_000

/**
 * Gives statements that come again a name, by which the database keeps them parsed on each connection: parsing and
 * planning a list's statement costs it as much as half of running it. What never comes twice (a statement written for
 * a number of ids) is not kept.
 */
export class PreparedStatements {
  readonly #names = new Map<string, string>()
  readonly #seenOnce = new Set<string>()

  /** The name to run a statement by; undefined the first time, and when enough are kept. */
  nameOf(statement: string): string | undefined {
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
