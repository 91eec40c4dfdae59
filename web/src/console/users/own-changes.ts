import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'

/** Somebody's role in a project, which a change is of. */
interface Place {
  user: string
  project: string
}

/** The changes of one cell that are on their way to the server, each made from what the one before it left. */
interface Flight<State> extends Place {
  last: Promise<unknown>
  /** What the cell is on the server, as far as it is known here. */
  left: State
  /** What was chosen last. */
  wanted: State
}

/** What a change is made with that follows others of the same cell. */
interface Turn<State> {
  /** What the cell is on the server before it, as far as it is known here. */
  from: State
  /** Tells what the change leaves there. */
  leave(left: State): void
  /** Whether nothing else has been chosen for the cell since. */
  isLast(): boolean
}

/** Changes that are made in this window: what the server announces of them has not to be read once more. */
export class OwnChanges<State> {
  #underWay = new Map<string, Flight<State>>()
  #versions = new Set<string>()

  /**
   * Makes a change of a cell to what is `wanted` when those before it are over, whatever came of them: from what was seen, or from what
   * they left.
   */
  async after<T>(place: Place & { seen: State; wanted: State }, change: (turn: Turn<State>) => Promise<T>): Promise<T> {
    const { user, project, seen, wanted } = place
    const key = keyOf(user, project)
    const flight = this.#underWay.get(key) ?? { user, project, last: Promise.resolve(), left: seen, wanted }
    flight.wanted = wanted
    const begin = (): Promise<T> =>
      change({
        from: flight.left,
        leave(left) {
          flight.left = left
        },
        isLast: () => flight.last === made,
      })
    const made: Promise<T> = flight.last.then(begin, begin)
    flight.last = made
    this.#underWay.set(key, flight)
    try {
      return await made
    } finally {
      if (flight.last === made) this.#underWay.delete(key)
    }
  }

  /** The cells whose changes are on their way, with what was chosen for each last. */
  *wanted(): Generator<Place & { wanted: State }> {
    for (const { user, project, wanted } of this.#underWay.values()) yield { user, project, wanted }
  }

  isUnderWay = (user: string, project: string): boolean => this.#underWay.has(keyOf(user, project))

  /** Resolves when nothing that was under way when it was asked still is. */
  async settled(): Promise<void> {
    await Promise.allSettled(Array.from(this.#underWay.values(), ({ last }) => last))
  }

  /** Remembers which versions of memberships came of a change. */
  remember(rows: readonly ChangeSetRow[]): void {
    for (const { member } of rows) if (member) this.#versions.add(`${member.id} ${member.version}`)
  }

  /** Whether that version was made here. Asked once for each: it is told once. */
  isOwn = (id: string, version: number | null): boolean => this.#versions.delete(`${id} ${version}`)
}

const keyOf = (user: string, project: string) => `${project} ${user}`

/** What a cell of the users grid is: a role, and when it ends if that is soon. */
export interface CellState {
  level: PrivilegeLevel
  end: string | null
}

export const ownChanges = new OwnChanges<CellState>()
