import type { ExportedUser } from '@lintel/contract/exchange/users-export'
import { effectiveLevel } from '@lintel/contract/people/privilege-levels'
import type { PersonRow } from './users-export.store'
import type { UsersSource } from './users-sheets'

/** Streams the people and their access as one JSON document, a person at a time. */
export async function* usersJson({
  projects,
  people,
  showsLastLogin,
  omittedProjects,
}: UsersSource): AsyncGenerator<string, void> {
  const nameOf = new Map(projects.map(({ id, name }) => [id, name]))
  const begin = `{"omittedProjects":${omittedProjects},"data":[`
  let before = begin
  for await (const person of people()) {
    yield before + JSON.stringify(toExportedUser(person, nameOf, showsLastLogin))
    before = ','
  }
  yield before === ',' ? ']}' : `${begin}]}`
}

const toExportedUser = (
  { memberships, sortName: _, ...person }: PersonRow,
  nameOf: ReadonlyMap<string, string>,
  showsLastLogin: boolean,
): ExportedUser => ({
  ...person,
  memberships: memberships.map(({ project, level, expirationDate, accessUntil, lastLogin }) => ({
    project,
    projectName: nameOf.get(project) ?? '',
    privilegeLevel: effectiveLevel(level, person.customerAdmin),
    expirationDate: toInstant(expirationDate),
    accessUntil: toInstant(accessUntil),
    lastLogin: showsLastLogin ? toInstant(lastLogin) : null,
  })),
})

/** Converts PostgreSQL's JSON form of an instant to RFC 3339 in UTC. */
const toInstant = (text: string | null): string | null => text && new Date(text).toISOString()
