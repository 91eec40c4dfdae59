import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'

/** A person's role in a project. */
interface CellKey {
  user: string
  project: string
}

/** Pending changes of one cell, each based on the result of the previous one. */
interface PendingChange<State> extends CellKey {
  last: Promise<unknown>
  /** State of the cell on the server, as far as known here. */
  serverState: State
  /** The last chosen state. */
  requested: State
}

/** Context of a change in the queue of its cell. */
interface ChangeContext<State> {
  /** State of the cell on the server before the change, as far as known here. */
  from: State
  /** Reports the state on the server after the change. */
  setServerState(serverState: State): void
  /** Whether no later choice has been made for the cell. */
  isLast(): boolean
}

/** Changes made in this window, whose events need no refetch. */
export class LocalChanges<State> {
  #pending = new Map<string, PendingChange<State>>()
  #versions = new Set<string>()

  /**
   * Queues a change of a cell to the `requested` state until its previous changes are complete, successful or not. It starts from the
   * visible state, or from their result.
   */
  async enqueue<T>(
    cell: CellKey & { visible: State; requested: State },
    send: (context: ChangeContext<State>) => Promise<T>,
  ): Promise<T> {
    const { user, project, visible, requested } = cell
    const key = keyOf(user, project)
    const pendingChange = this.#pending.get(key) ?? {
      user,
      project,
      last: Promise.resolve(),
      serverState: visible,
      requested,
    }
    pendingChange.requested = requested
    const start = (): Promise<T> =>
      send({
        from: pendingChange.serverState,
        setServerState(serverState) {
          pendingChange.serverState = serverState
        },
        isLast: () => pendingChange.last === result,
      })
    const result: Promise<T> = pendingChange.last.then(start, start)
    pendingChange.last = result
    this.#pending.set(key, pendingChange)
    try {
      return await result
    } finally {
      if (pendingChange.last === result) this.#pending.delete(key)
    }
  }

  /** The cells with pending changes, each with its last requested state. */
  *requested(): Generator<CellKey & { requested: State }> {
    for (const { user, project, requested } of this.#pending.values()) yield { user, project, requested }
  }

  isPending = (user: string, project: string): boolean => this.#pending.has(keyOf(user, project))

  /** Resolves when all changes pending at the time of the call are complete. */
  async waitUntilSettled(): Promise<void> {
    await Promise.allSettled(Array.from(this.#pending.values(), ({ last }) => last))
  }

  /** Remembers the membership versions that a change has created. */
  remember(rows: readonly ChangeSetRow[]): void {
    for (const { member } of rows) if (member) this.#versions.add(`${member.id} ${member.version}`)
  }

  /** Whether the version was created here. True only once for each version, which is then forgotten. */
  isLocal = (id: string, version: number | null): boolean => this.#versions.delete(`${id} ${version}`)
}

const keyOf = (user: string, project: string) => `${project} ${user}`

/** State of a cell of the users grid: a role, and its end if that is soon or over. */
export interface CellState {
  level: PrivilegeLevel
  end: string | null
}

export const localChanges = new LocalChanges<CellState>()
