/** Maximum number of prepared statements: each connection keeps all of them, about 50 kB each in the database. */
const maxPrepared = 200

/** Maximum number of remembered statements that ran once. */
const maxSeenOnce = 1_000

/**
 * Marker at the start of a statement, or after its `select`, that excludes it from preparation, so that it is planned
 * on each run. A generic plan suits statements badly whose row counts vary with their parameters (array lengths, access
 * rights).
 */
export const alwaysReplan = '/* always replan */'

const isAlwaysReplanned = (statement: string) => {
  const beginning = statement.trimStart()
  return beginning.startsWith(alwaysReplan) || beginning.startsWith(`select ${alwaysReplan}`)
}

/**
 * Names statements that run repeatedly, so that the database keeps them prepared per connection: parsing and planning a
 * list costs half as much as running it. A statement that runs only once (written for a number of ids) is not prepared.
 */
export class PreparedStatements {
  readonly #names = new Map<string, string>()
  readonly #seenOnce = new Set<string>()

  /** The name of the prepared statement; undefined on the first run, beyond the maximum, and for {@link alwaysReplan}. */
  nameOf(statement: string): string | undefined {
    if (isAlwaysReplanned(statement)) return undefined
    const name = this.#names.get(statement)
    if (name !== undefined || this.#names.size >= maxPrepared) return name
    if (this.#seenOnce.delete(statement)) {
      const newName = `lintel_${this.#names.size + 1}`
      this.#names.set(statement, newName)
      return newName
    }
    if (this.#seenOnce.size >= maxSeenOnce) this.#seenOnce.clear()
    this.#seenOnce.add(statement)
    return undefined
  }
}
