import type { RoleCell } from '@lintel/contract/people/change-set-inputs'
import { isLocked } from '@lintel/contract/people/members'
import type { AccessTable } from './access-table'
import type { Cell } from './open-dialog'

/** How many of these cells somebody may change: not those of owners, customer administrators and the person themselves. */
export const changeable = (table: AccessTable, cells: readonly Cell[], actor: string): number =>
  cells.filter(({ user, project }) => {
    const person = table.personAt(user)
    const place = table.projectAt(project)
    if (person === undefined || place === undefined) return false
    return !isLocked({ user, privilegeLevel: table.level(person, place) }, actor)
  }).length

/** What a pasted or filled cell is to become, as a change set takes it: the text stays as it came, the server reads it. */
export const wishOf = (
  table: AccessTable,
  { row, column, text }: { row: number; column: number; text: string },
  before: number,
): RoleCell[] => {
  const user = table.people[row]?.email
  const project = table.projects[column - before]?.id
  return user === undefined || project === undefined ? [] : [{ user, project, level: text }]
}
