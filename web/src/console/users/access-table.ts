import { type AccessMatrix, readMembers } from '@lintel/contract/people/access-matrix'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { searchable } from '../../ui/search-text'

/** A person of the customer, as the grid shows them. */
export interface Person {
  email: string
  name: string
  organization: string
}

/** A project of the customer. */
export type Project = Omit<AccessMatrix['projects'][number], 'members'>

/**
 * Who has access to what, outside React: a level is one byte, read by row and project. Whoever draws it draws its
 * `snapshot`, another one after each change.
 */
export interface AccessTable {
  readonly people: readonly Person[]
  readonly projects: readonly Project[]
  level(person: number, project: number): PrivilegeLevel
  set(person: number, project: number, level: PrivilegeLevel): void
  /** The place of somebody by their email, of a project by its id; undefined for those whom the table does not have. */
  personAt(email: string): number | undefined
  projectAt(id: string): number | undefined
  /** Where the customer's history stood when the table was read. */
  readonly cursor: string
  /** Memberships there are, those of customer administrators too. */
  count(): number
  /** What is searched of a person, prepared once. */
  searched(person: number): string
  watch(listener: () => void): () => void
  /** The same table under an identity that changes with its levels; reading and changing it is as before. */
  snapshot(): AccessTable
}

/** Opens a matrix as the server sent it. */
export function openTable({
  cursor,
  people: rows,
  projects: columns,
  organizations,
  administrators,
}: AccessMatrix): AccessTable {
  const width = columns.length
  const levels = new Uint8Array(rows.length * width)
  const listeners = new Set<() => void>()
  for (const person of administrators) levels.fill(privilegeLevel.customerAdmin, person * width, (person + 1) * width)
  columns.forEach(({ members }, project) => {
    readMembers(members, (person, level) => {
      levels[person * width + project] = level
    })
  })
  let members = 0
  for (const level of levels) if (level > 0) members += 1
  const people = rows.map(([email, name, place, own]) => ({
    email,
    name: name === '' ? email : name,
    organization: organizations[place] ?? own,
  }))
  const searched: string[] = []
  const personPlaces = new Map(people.map(({ email }, place) => [email, place]))
  const projectPlaces = new Map(columns.map(({ id }, place) => [id, place]))
  const table: AccessTable = {
    people,
    projects: columns.map(({ members: _, ...project }) => project),
    // A byte that was put in as a level.
    level: (person, project) => (levels[person * width + project] ?? 0) as PrivilegeLevel,
    set(person, project, level) {
      const at = person * width + project
      if (levels[at] === level) return
      members += Number(level > 0) - Number((levels[at] ?? 0) > 0)
      levels[at] = level
      now = { ...table }
      for (const listener of listeners) listener()
    },
    personAt: (email) => personPlaces.get(email),
    projectAt: (id) => projectPlaces.get(id),
    cursor,
    count: () => members,
    searched(person) {
      const { email = '', name = '', organization = '' } = people[person] ?? {}
      searched[person] ??= searchable(name, email, organization)
      return searched[person] ?? ''
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: () => now,
  }
  let now = table
  return table
}
