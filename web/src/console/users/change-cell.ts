import type { ChangeSet, ChangeSetRow } from '@lintel/contract/people/change-sets'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { type AccessTable, hasEnded, shownEnd } from './access-table'
import { applyAndRememberReliably } from './apply-and-remember'
import { type CellState, localChanges } from './local-changes'
import type { Cell } from './open-dialog'

/** Somebody else has changed the cell since it was displayed. */
export class CellConflictError extends Error {
  constructor() {
    super('Somebody else changed this role in the meantime')
    this.name = 'CellConflictError'
  }
}

/**
 * Changes a role optimistically, conditional on the displayed value. If the change is rejected, the cell shows the server's value and marks
 * the rejected one. Returns the change set, which is only planned for other conflicts, or undefined when nothing had to change; throws
 * {@link CellConflictError} or like `send`.
 */
export async function changeCell(
  table: AccessTable,
  customer: string,
  cell: Cell,
  level: PrivilegeLevel,
): Promise<ChangeSet | undefined> {
  const [person, project] = [table.personAt(cell.user), table.projectAt(cell.project)]
  if (person === undefined || project === undefined) return undefined
  const visible = visibleState(table, person, project)
  const isOver = hasEnded(visible.end, Date.now())
  if (visible.level === level && !isOver) {
    // Choosing the value that somebody else has set confirms it.
    table.refuse(person, project, undefined)
    return undefined
  }
  // Giving a level removes an end that has passed (decision 075).
  const requested = { level, end: isOver ? null : visible.end }
  table.set(person, project, level, requested.end)
  return localChanges.enqueue({ ...cell, visible, requested }, async ({ from, setServerState, isLast }) => {
    // An earlier change was rejected, so the cell shows somebody else's value: the user has to see it first.
    if (table.refused(person, project) !== undefined) throw new CellConflictError()
    let set: ChangeSet
    try {
      const input = { cells: [{ ...cell, level, expected: from.level }] }
      set = await applyAndRememberReliably({ kind: 'roles', customer, input })
    } catch (error) {
      if (isLast()) table.set(person, project, from.level, from.end)
      throw error
    }
    const [row] = set.rows ?? []
    const isRefused = row?.conflict === 'changedMeanwhile'
    const serverState = row ? cellStateOf(row, set.state === 'applied' ? 'after' : 'before') : from
    setServerState(serverState)
    // A newer local choice stays visible until it is rejected too.
    if (isLast() || isRefused) table.set(person, project, serverState.level, serverState.end)
    if (set.state === 'applied' || !isRefused) return set
    table.refuse(person, project, level)
    throw new CellConflictError()
  })
}

const visibleState = (table: AccessTable, person: number, project: number): CellState => ({
  level: table.level(person, project),
  end: table.endAt(person, project) ?? null,
})

/**
 * Keeps the cells of rows pending while a step that changes them to their state `before` or `after` is in progress: changes by others are read
 * after it, and a role that is chosen meanwhile starts from its result, if it `succeeded`. Returns the step.
 */
export function holdCells<T>(
  table: AccessTable,
  rows: readonly ChangeSetRow[],
  { step, side, succeeded }: { step: Promise<T>; side: 'before' | 'after'; succeeded(result: T): boolean },
): Promise<T> {
  for (const row of rows) {
    const { user = '', project = '' } = row.object
    const [person, projectIndex] = [table.personAt(user), table.projectAt(project)]
    if (row.outcome !== 'change' || person === undefined || projectIndex === undefined) continue
    const visible = visibleState(table, person, projectIndex)
    localChanges
      .enqueue({ user, project, visible, requested: visible }, async ({ setServerState, isLast }) => {
        if (!succeeded(await step)) return
        const state = cellStateOf(row, side)
        setServerState(state)
        // A newer local choice stays visible.
        if (isLast()) table.set(person, projectIndex, state.level, state.end)
      })
      // The step reports its own failure.
      .catch(() => undefined)
  }
  return step
}

/** State of the cell of a row, before or after the change. */
function cellStateOf(row: ChangeSetRow, side: 'before' | 'after'): CellState {
  const values = row[side]
  const level = (values?.privilegeLevel ?? privilegeLevel.inactive) as PrivilegeLevel
  const end = (values?.accessUntil ?? null) as string | null
  if (!values) return { level, end }
  return { level, end: shownEnd({ expirationDate: null, accessUntil: end }, Date.now()) }
}
