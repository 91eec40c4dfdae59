import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'

/** The changes of one cell that are on their way to the server, each made from what the one before it left. */
interface Flight<Left> {
  last: Promise<unknown>
  /** What the cell is on the server, as far as it is known here. */
  left: Left
}

/** Changes that are made in this window: what the server announces of them has not to be read once more. */
export class OwnChanges<Left> {
  #underWay = new Map<string, Flight<Left>>()
  #versions = new Set<string>()

  /**
   * Makes a change of a cell when those before it are over, whatever came of them: from `seen`, or from what they left.
   * `change` is given that, and what it leaves is told by `leave`.
   */
  async after<T>(
    user: string,
    project: string,
    seen: Left,
    change: (from: Left, leave: (left: Left) => void) => Promise<T>,
  ): Promise<T> {
    const key = `${project} ${user}`
    const flight = this.#underWay.get(key) ?? { last: Promise.resolve(), left: seen }
    const begin = () =>
      change(flight.left, (left) => {
        flight.left = left
      })
    const made = flight.last.then(begin, begin)
    flight.last = made
    this.#underWay.set(key, flight)
    try {
      return await made
    } finally {
      if (flight.last === made) this.#underWay.delete(key)
    }
  }

  isUnderWay = (user: string, project: string): boolean => this.#underWay.has(`${project} ${user}`)

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

export const ownChanges = new OwnChanges<{ level: PrivilegeLevel; end: string | null }>()
