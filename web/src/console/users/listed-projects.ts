import { privilegeLevel } from '@lintel/contract/people/privilege-levels'
import type { AccessTable } from './access-table'
import { findsProject } from './find-people'

/** So many projects are listed; whoever has more searches. */
export const mostListed = 50

/** The projects that are found, as places: those that one of the people is in come first. */
export function listedProjects(table: AccessTable, query: string, people: readonly number[]) {
  const isFound = findsProject(query)
  const found = table.projects.flatMap((project, place) => (isFound(project) ? [place] : []))
  const isMember = (project: number) => people.some((person) => table.level(person, project) > privilegeLevel.inactive)
  const ordered = [...found.filter(isMember), ...found.filter((project) => !isMember(project))]
  return { listed: ordered.slice(0, mostListed), count: found.length }
}
