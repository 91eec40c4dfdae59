import type { ChangeSet, ChangeSetRow } from '@lintel/contract/people/change-sets'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type AccessTable, soonEnd } from './access-table'
import { applySurelyHere } from './apply-at-once'
import type { Cell } from './open-dialog'
import { type CellState, ownChanges } from './own-changes'

/** Somebody else has changed the cell since it was seen. */
export class ChangedMeanwhile extends Error {
  constructor() {
    super('Somebody else changed this role in the meantime')
    this.name = 'ChangedMeanwhile'
  }
}

/**
 * Changes a role, on condition that it is what was seen: at once in the table, then on the server. Refused, the cell is
 * what it is on the server, beside what was wanted. Gives the change set, or undefined when nothing had to be changed;
 * throws {@link ChangedMeanwhile}, or like `send`. A conflict of another kind is given as a set that is only planned.
 */
export async function changeCell(
  table: AccessTable,
  customer: string,
  cell: Cell,
  level: PrivilegeLevel,
): Promise<ChangeSet | undefined> {
  const [person, project] = [table.personAt(cell.user), table.projectAt(cell.project)]
  if (person === undefined || project === undefined) return undefined
  const seen = { level: table.level(person, project), end: table.endAt(person, project) ?? null }
  if (seen.level === level) {
    // Who chooses what another made it agrees with that.
    table.refuse(person, project, undefined)
    return undefined
  }
  table.set(person, project, level)
  const wanted = { level, end: seen.end }
  return ownChanges.after({ ...cell, seen, wanted }, async ({ from, leave, isLast }) => {
    // A change before this one that was refused has left the cell as somebody else made it: that has to be seen first.
    if (table.refused(person, project) !== undefined) throw new ChangedMeanwhile()
    let set: ChangeSet
    try {
      const input = { cells: [{ ...cell, level, expected: from.level }] }
      set = await applySurelyHere({ kind: 'roles', customer, input })
    } catch (error) {
      if (isLast()) table.set(person, project, from.level, from.end)
      throw error
    }
    const [row] = set.rows ?? []
    const isRefused = row?.conflict === 'changedMeanwhile'
    const left = row ? stateOf(row, set.state === 'applied' ? 'after' : 'before') : from
    leave(left)
    // What was chosen since is what the cell shows, until it is refused too.
    if (isLast() || isRefused) table.set(person, project, left.level, left.end)
    if (set.state === 'applied' || !isRefused) return set
    table.refuse(person, project, level)
    throw new ChangedMeanwhile()
  })
}

/** What a row of a change set says of its cell: before it, or after it. */
function stateOf(row: ChangeSetRow, side: 'before' | 'after'): CellState {
  const terms = row[side]
  const level = (terms?.privilegeLevel ?? privilegeLevel.inactive) as PrivilegeLevel
  const end = (terms?.accessUntil ?? null) as string | null
  if (!terms) return { level, end }
  return { level, end: soonEnd({ privilegeLevel: level, accessUntil: end, expirationDate: end }, Date.now()) }
}

/** Shows a row of a change set in the table: as it was before it, or as it is after it. */
export function showRow(table: AccessTable, row: ChangeSetRow, side: 'before' | 'after'): void {
  const [person, project] = [table.personAt(row.object.user ?? ''), table.projectAt(row.object.project ?? '')]
  if (person === undefined || project === undefined) return
  const { level, end } = stateOf(row, side)
  table.set(person, project, level, end)
}
