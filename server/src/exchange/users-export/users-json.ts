import type { ExportedUser } from '@lintel/contract/exchange/users-export'
import { type PersonRow, shownLevel } from './users-export.store'
import type { UsersSource } from './users-sheets'

/** The people and what they have access to, as the text of one JSON document, a person at a time. */
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
    yield before + JSON.stringify(exported(person, nameOf, showsLastLogin))
    before = ','
  }
  yield before === ',' ? ']}' : `${begin}]}`
}

const exported = (
  { memberships, sortName: _, ...person }: PersonRow,
  nameOf: ReadonlyMap<string, string>,
  showsLastLogin: boolean,
): ExportedUser => ({
  ...person,
  memberships: memberships.map(({ project, level, expirationDate, accessUntil, lastLogin }) => ({
    project,
    projectName: nameOf.get(project) ?? '',
    privilegeLevel: shownLevel({ ...person, sortName: '', memberships }, level),
    expirationDate: instantOrNone(expirationDate),
    accessUntil: instantOrNone(accessUntil),
    lastLogin: showsLastLogin ? instantOrNone(lastLogin) : null,
  })),
})

/** The database's own form of an instant within JSON as RFC 3339 in UTC. */
const instantOrNone = (text: string | null): string | null => text && new Date(text).toISOString()
