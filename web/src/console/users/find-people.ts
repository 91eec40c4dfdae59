import type { PrivilegeLevel } from '@lintel/contract/people/privilege-levels'
import { searchableText, textMatcher } from '../../ui/search-text'
import type { AccessTable, Project } from './access-table'

/** Filters of the screen. */
export interface UsersFilter {
  user?: string | undefined
  project?: string | undefined
  role?: PrivilegeLevel | undefined
  /** Only memberships that end within two weeks. */
  ends?: 'soon' | undefined
  /** Only projects with access: of these people, by email; if empty, of all matching people. */
  access?: readonly string[] | undefined
}

/** Returns a predicate for projects whose name or number contains the query. */
export const projectMatcher = (query: string): ((project: Project) => boolean) => {
  const isFound = textMatcher(query)
  return ({ name, externalId }) => isFound(searchableText(name, externalId))
}

/** Indexes of the people whose projects are shown; undefined when all projects are. */
export function peopleWithAccess(
  table: AccessTable,
  access: readonly string[] | undefined,
  matches: Uint32Array,
): Uint32Array | undefined {
  if (!access) return undefined
  const chosen = access.flatMap((email) => table.personAt(email) ?? [])
  return chosen.length > 0 ? Uint32Array.from(chosen) : matches
}

/** Indexes of the people who match the query and have the role in a visible project, in their order. */
export function findPeople(
  table: AccessTable,
  { user = '', role }: UsersFilter,
  isProjectVisible: readonly boolean[],
  candidates?: ReadonlySet<number>,
): Uint32Array {
  const isFound = textMatcher(user)
  const withRole = role === undefined ? undefined : table.withRole(role, isProjectVisible)
  const matches: number[] = []
  for (let person = 0; person < table.people.length; person += 1) {
    if (user !== '' && !isFound(table.searchText(person))) continue
    if (candidates && !candidates.has(person)) continue
    if (withRole && !withRole.has(person)) continue
    matches.push(person)
  }
  return Uint32Array.from(matches)
}
