import type { RoleCell } from '@lintel/contract/people/change-set-inputs'
import { isLocked } from '@lintel/contract/people/members'
import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { AccessTable } from './access-table'
import type { Cell } from './open-dialog'

/**
 * Number of cells that the actor may change: all except those of owners, customer administrators and the actor, and those of guest accounts
 * in projects other than their own.
 */
export const countChangeable = (table: AccessTable, cells: readonly Cell[], actor: string): number =>
  cells.filter(({ user, project }) => {
    const person = table.personAt(user)
    const projectIndex = table.projectAt(project)
    if (person === undefined || projectIndex === undefined) return false
    const level = table.level(person, projectIndex)
    if (table.isGuest(person) && level === privilegeLevel.inactive) return false
    return !isLocked({ user, privilegeLevel: level }, actor)
  }).length

/** A pasted or filled cell as part of a change set; the server parses the text. */
export const toRoleCells = (
  table: AccessTable,
  { row, column, text }: { row: number; column: number; text: string },
  before: number,
): RoleCell[] => {
  const user = table.people[row]?.email
  const project = table.projects[column - before]?.id
  return user === undefined || project === undefined ? [] : [{ user, project, level: text }]
}
