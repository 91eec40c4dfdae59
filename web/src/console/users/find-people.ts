import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import { finds, searchable } from '../../ui/search-text'
import type { AccessTable, Project } from './access-table'

/** What the screen is narrowed to. */
export interface UsersFilter {
  user?: string | undefined
  project?: string | undefined
  role?: PrivilegeLevel | undefined
  /** Only what ends within two weeks. */
  ends?: 'soon' | undefined
}

/** True for projects whose name or number contains what was typed. */
export const findsProject = (query: string): ((project: Project) => boolean) => {
  const isFound = finds(query)
  return ({ name, externalId }) => isFound(searchable(name, externalId))
}

/** The people who are found, in their order: by what was typed, and by having the role in one of the projects in sight. */
export function findPeople(
  table: AccessTable,
  { user = '', role }: UsersFilter,
  isInSight: readonly boolean[],
  among?: ReadonlySet<number>,
): Uint32Array {
  const isFound = finds(user)
  const found: number[] = []
  for (let person = 0; person < table.people.length; person += 1) {
    if (user !== '' && !isFound(table.searched(person))) continue
    if (among && !among.has(person)) continue
    if (role !== undefined && !hasRole(table, person, role, isInSight)) continue
    found.push(person)
  }
  return Uint32Array.from(found)
}

function hasRole(table: AccessTable, person: number, role: PrivilegeLevel, isInSight: readonly boolean[]): boolean {
  for (let project = 0; project < isInSight.length; project += 1)
    if (isInSight[project] && table.level(person, project) === role) return true
  return false
}
