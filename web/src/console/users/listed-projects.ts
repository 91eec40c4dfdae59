import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { AccessTable } from './access-table'
import { projectMatcher } from './find-people'

/** Maximum number of listed projects that match; the others are found by search. */
export const mostListed = 50

/**
 * Indexes of the matching projects; those with one of the people as a member come first. Projects of `kept` that would not be listed come
 * before all.
 */
export function listedProjects(
  table: AccessTable,
  query: string,
  people: readonly number[],
  kept: readonly string[] = [],
) {
  const isFound = projectMatcher(query)
  const found = table.projects.flatMap((project, index) => (isFound(project) ? [index] : []))
  const isMember = (project: number) => people.some((person) => table.level(person, project) > privilegeLevel.inactive)
  const ordered = [...found.filter(isMember), ...found.filter((project) => !isMember(project))]
  const first = ordered.slice(0, mostListed)
  const others = kept.flatMap((id) => table.projectAt(id) ?? []).filter((project) => !first.includes(project))
  return { listed: [...others, ...first], count: found.length }
}
