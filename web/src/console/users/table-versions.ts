import { type AccessTable, type CellWrite, writeKey } from './access-table'

/** A read of the whole table or of some of its cells that is in progress. */
interface Read {
  /** What was written since its start and is newer: the last write of each cell, other than by reads that started earlier. */
  newerWrites: Map<string, CellWrite>
  /** A whole table whose read started later has arrived. */
  isOutdated: boolean
}

/**
 * The successive versions of a customer's table, and reads of single cells in it. What is read is older than writes made during the
 * request: these are repeated in a refetched table, and a cell that was read does not replace them. Of several reads the one that started
 * last counts, in whatever order they arrive. Writes to a replaced table, for example by a pending change, also go to the latest one.
 */
export class TableVersions {
  /** Weak, so that the table can be garbage-collected. */
  #latest: WeakRef<AccessTable> | undefined
  /** The reads in progress, in the order of their start. */
  #reads = new Set<Read>()
  /** The read whose cells are being written; undefined for a write of another origin, which is newer than every read in progress. */
  #writing: Read | undefined

  /** `applyPendingChanges` applies changes to a new table that were made before the request and may not have reached the server. */
  constructor(private readonly applyPendingChanges: (table: AccessTable) => void) {}

  /** Reads a table; `open` gets the callback for its writes. */
  async read(
    open: (recordWrite: (write: CellWrite, table: AccessTable) => void) => Promise<AccessTable>,
  ): Promise<AccessTable> {
    let isComplete = false
    return this.#during(async (read) => {
      // What completes the table repeats earlier writes.
      const table = await open((write, to) => isComplete && this.#recordWrite(write, to))
      this.applyPendingChanges(table)
      for (const { applyTo } of read.newerWrites.values()) applyTo(table)
      isComplete = true
      if (read.isOutdated) return table
      this.#latest = new WeakRef(table)
      for (const earlier of this.#readsBefore(read)) earlier.isOutdated = true
      return table
    })
  }

  /**
   * Requests the contents of cells. `write` gets the answer, unless a table that was requested later has arrived, and what tells whether
   * the cell of a person and a project may still be written: nothing newer has been written to it.
   */
  readCells<Answer>(
    request: () => Promise<Answer>,
    write: (answer: Answer, isCurrent: (user: string, project: string) => boolean) => void,
  ): Promise<void> {
    return this.#during(async (read) => {
      const answer = await request()
      if (read.isOutdated) return
      this.#writing = read
      try {
        write(answer, (user, project) => !read.newerWrites.has(writeKey('level', user, project)))
      } finally {
        this.#writing = undefined
      }
    })
  }

  async #during<Result>(work: (read: Read) => Promise<Result>): Promise<Result> {
    const read: Read = { newerWrites: new Map(), isOutdated: false }
    this.#reads.add(read)
    return work(read).finally(() => this.#reads.delete(read))
  }

  *#readsBefore(end: Read | undefined): Generator<Read> {
    for (const read of this.#reads) {
      if (read === end) return
      yield read
    }
  }

  #recordWrite(write: CellWrite, table: AccessTable): void {
    for (const { newerWrites } of this.#readsBefore(this.#writing)) {
      // Keeps the order of the last writes.
      newerWrites.delete(write.key)
      newerWrites.set(write.key, write)
    }
    const latest = this.#latest?.deref()
    if (latest && latest !== table) write.applyTo(latest)
  }
}
