import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { AccessTable } from './access-table'
import type { Cell } from './open-dialog'

/** The cells in which these people have access that can end: in one project, or in all projects. */
export function accessOf(table: AccessTable, users: readonly string[], project: string | undefined): Cell[] {
  const projectIndexes = project === undefined ? table.projects.keys() : [table.projectAt(project) ?? -1]
  const projects = [...projectIndexes].flatMap((projectIndex) => table.projects[projectIndex] ?? [])
  return users.flatMap((user) => {
    const person = table.personAt(user)
    if (person === undefined) return []
    return projects.flatMap(({ id }) => {
      const level = table.level(person, table.projectAt(id) ?? -1)
      const hasEnd = level !== privilegeLevel.inactive && level < privilegeLevel.customerAdmin
      return hasEnd ? [{ user, project: id }] : []
    })
  })
}
