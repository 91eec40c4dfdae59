import type { AccessTable, CellWrite } from './access-table'

/**
 * The successive versions of a customer's table. A refetched table is older than writes made during the request, so these are repeated in
 * it. Writes to a replaced table, for example by a pending change, also go to the latest one.
 */
export class TableVersions {
  /** Weak, so that the table can be garbage-collected. */
  #latest: WeakRef<AccessTable> | undefined
  /** For each read in progress: the writes since its start, the last one of each cell. */
  #writesDuringRead = new Set<Map<string, CellWrite>>()

  /** `applyPendingChanges` applies changes to a new table that were made before the request and may not have reached the server. */
  constructor(private readonly applyPendingChanges: (table: AccessTable) => void) {}

  /** Reads a table; `open` gets the callback for its writes. */
  async read(
    open: (recordWrite: (write: CellWrite, table: AccessTable) => void) => Promise<AccessTable>,
  ): Promise<AccessTable> {
    const writesDuringRead = new Map<string, CellWrite>()
    this.#writesDuringRead.add(writesDuringRead)
    const table = await open((write, to) => this.#recordWrite(write, to)).finally(() =>
      this.#writesDuringRead.delete(writesDuringRead),
    )
    this.applyPendingChanges(table)
    for (const { applyTo } of writesDuringRead.values()) applyTo(table)
    this.#latest = new WeakRef(table)
    return table
  }

  #recordWrite(write: CellWrite, table: AccessTable): void {
    for (const writesDuringRead of this.#writesDuringRead) {
      // Keeps the order of the last writes.
      writesDuringRead.delete(write.key)
      writesDuringRead.set(write.key, write)
    }
    const latest = this.#latest?.deref()
    if (latest && latest !== table) write.applyTo(latest)
  }
}
