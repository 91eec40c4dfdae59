import type { AccessTable, CellWrite } from './access-table'

/**
 * The tables of a customer that are read one after the other. What is read again was written down by the server some time before it arrives:
 * what was put into the table meanwhile is newer, and is put into the one that takes its place as well. Whoever still holds an earlier
 * table, as a change that is on its way does, writes into the latest one.
 */
export class TableSuccession {
  /** Nobody holds on to a table for having been the latest. */
  #latest: WeakRef<AccessTable> | undefined
  /** For each table that is being read, what was written since that was asked for: the last of each cell. */
  #meanwhile = new Set<Map<string, CellWrite>>()

  /** `putUnderWay` puts into a table what was chosen before it was asked for and is not on the server for sure. */
  constructor(private readonly putUnderWay: (table: AccessTable) => void) {}

  /** Reads a table; `open` is given what its writes are told to. */
  async read(
    open: (wrote: (write: CellWrite, table: AccessTable) => void) => Promise<AccessTable>,
  ): Promise<AccessTable> {
    const meanwhile = new Map<string, CellWrite>()
    this.#meanwhile.add(meanwhile)
    const table = await open((write, to) => this.#wrote(write, to)).finally(() => this.#meanwhile.delete(meanwhile))
    this.putUnderWay(table)
    for (const { into } of meanwhile.values()) into(table)
    this.#latest = new WeakRef(table)
    return table
  }

  #wrote(write: CellWrite, table: AccessTable): void {
    for (const meanwhile of this.#meanwhile) {
      // Written last, it is put in last.
      meanwhile.delete(write.of)
      meanwhile.set(write.of, write)
    }
    const latest = this.#latest?.deref()
    if (latest && latest !== table) write.into(latest)
  }
}
