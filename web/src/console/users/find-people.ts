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
  /** Only projects with access: of these people, by email; of those who are found when it is empty. */
  access?: readonly string[] | undefined
}

/** True for projects whose name or number contains what was typed. */
export const findsProject = (query: string): ((project: Project) => boolean) => {
  const isFound = finds(query)
  return ({ name, externalId }) => isFound(searchable(name, externalId))
}

/** Places of the people whose projects are shown alone; undefined when all projects are. */
export function peopleWithAccess(
  table: AccessTable,
  access: readonly string[] | undefined,
  found: Uint32Array,
): Uint32Array | undefined {
  if (!access) return undefined
  const chosen = access.flatMap((email) => table.personAt(email) ?? [])
  return chosen.length > 0 ? Uint32Array.from(chosen) : found
}

/** The people who are found, in their order: by what was typed, and by having the role in one of the projects in sight. */
export function findPeople(
  table: AccessTable,
  { user = '', role }: UsersFilter,
  isInSight: readonly boolean[],
  among?: ReadonlySet<number>,
): Uint32Array {
  const isFound = finds(user)
  const withRole = role === undefined ? undefined : table.withRole(role, isInSight)
  const found: number[] = []
  for (let person = 0; person < table.people.length; person += 1) {
    if (user !== '' && !isFound(table.searched(person))) continue
    if (among && !among.has(person)) continue
    if (withRole && !withRole.has(person)) continue
    found.push(person)
  }
  return Uint32Array.from(found)
}
