import type { AccessMatrix } from '@lintel/contract/people/access-matrix'
import type { DirectorySource } from '@lintel/contract/people/directory-groups'
import { displayName } from '@lintel/contract/people/display-name'
import { endOf, endsSoonDays } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { searchableText } from '../../ui/search-text'
import { AccessLevels } from './access-levels'

/** A person of the customer, as shown in the grid. */
export interface Person {
  email: string
  name: string
  organization: string
}

/** A project of the customer. */
export type Project = Omit<AccessMatrix['projects'][number], 'members' | 'ends'>

/**
 * Who has access to what, stored outside React; cells are addressed by the indexes of person and project. Components render its `snapshot`,
 * a new object after each change.
 */
export interface AccessTable {
  readonly people: readonly Person[]
  readonly projects: readonly Project[]
  level(person: number, project: number): PrivilegeLevel
  /** Whether the person administers the customer, independent of any level: they may own all projects, or there may be none. */
  isAdministrator(person: number): boolean
  /** Whether the account is a guest account, which has no level other than guest. */
  isGuest(person: number): boolean
  /** End of a membership that ends soon or has ended (RFC 3339); otherwise undefined. */
  endAt(person: number, project: number): string | undefined
  /** The people and the projects with memberships that end soon. `now` in ms. */
  ending(now: number): { people: ReadonlySet<number>; projects: ReadonlySet<number> }
  /** Whether a directory assigned the membership. */
  isManaged(person: number, project: number): boolean
  /** The customer's directory source of a person; undefined for people who are not from the directory. */
  directoryOf(person: number): DirectorySource | undefined
  /** Sets a level. `end` is its end as of {@link shownEnd}. Omitted arguments leave end and directory management unchanged. */
  set(person: number, project: number, level: PrivilegeLevel, end?: string | null, isManaged?: boolean): void
  /** The level that the user chose here and that was rejected because somebody else had changed the cell; until the cell is set again. */
  refused(person: number, project: number): PrivilegeLevel | undefined
  refuse(person: number, project: number, rejected: PrivilegeLevel | undefined): void
  /** Index of a person by email, and of a project by id; undefined if it is not in the table. */
  personAt(email: string): number | undefined
  projectAt(id: string): number | undefined
  /** Number of projects left out because their login methods require another sign-in. */
  readonly omittedProjects: number
  /** Position in the customer's event stream at which the table was read. */
  readonly cursor: string
  /** Indexes of the people with this role in one of the projects for which `isIn` is true. */
  withRole(role: PrivilegeLevel, isIn: readonly boolean[]): ReadonlySet<number>
  /** Indexes of the people with a membership that has not ended; of administrators, only as owners. `now` in ms. */
  activeMembers(now: number): ReadonlySet<number>
  /** Indexes of the projects in which one of these people has access. */
  projectsOf(people: Uint32Array): ReadonlySet<number>
  /** Number of memberships, including those of customer administrators. */
  count(): number
  /** Search text of a person, computed once. */
  searchText(person: number): string
  subscribe(listener: () => void): () => void
  /** The same table as a new object after each change, for React; the methods are the same. */
  snapshot(): AccessTable
}

/** A write to a cell of a table. */
export interface CellWrite {
  /** Of {@link writeKey}: a later write with the same key replaces this one. */
  key: string
  /** Repeats the write in another table, if that contains the person and the project. */
  applyTo(table: AccessTable): void
}

/** Identifies the kind of a write and the cell. */
export const writeKey = (kind: 'level' | 'refusal', user: string, project: string): string =>
  `${kind} ${project} ${user}`

const dayMs = 86_400_000

/** The end of a membership if it is over or within the period of upcoming ends, otherwise null. `now` in ms. */
export function shownEnd(member: Parameters<typeof endOf>[0], now: number): string | null {
  const end = endOf(member)
  return end !== null && Date.parse(end) <= now + endsSoonDays * dayMs ? end : null
}

/** Whether an end is over. `now` in ms. */
export const hasEnded = (end: string | null | undefined, now: number): boolean =>
  typeof end === 'string' && Date.parse(end) <= now

/** Creates a table from the server's access matrix; `onWrite` is called for each write. */
export function createAccessTable(
  {
    cursor,
    people: rows,
    projects: columns,
    organizations,
    administrators,
    imported,
    provisioned,
    guests,
    omittedProjects,
  }: AccessMatrix,
  onWrite?: (write: CellWrite, table: AccessTable) => void,
): AccessTable {
  const width = columns.length
  const levels = new AccessLevels(
    columns.map(({ members }) => members),
    administrators,
  )
  const ends = new Map<number, string>()
  const adminIndexes = new Set(administrators)
  const sources = new Map<number, DirectorySource>([
    ...imported.map((person) => [person, 'import'] as const),
    ...provisioned.map((person) => [person, 'scim'] as const),
  ])
  const guestAccounts = new Set(guests)
  const projectIndexes = [...columns.keys()]
  const refusals = new Map<number, PrivilegeLevel>()
  const listeners = new Set<() => void>()
  columns.forEach((column, project) => {
    for (const [person, end] of column.ends) ends.set(person * width + project, end)
  })
  const people = rows.map(([email, name, index, own]) => ({
    email,
    name: displayName({ name, email }),
    organization: organizations[index] ?? own,
  }))
  const searchText: string[] = []
  const personByEmail = new Map(people.map(({ email }, index) => [email, index]))
  const projectById = new Map(columns.map(({ id }, index) => [id, index]))
  function reportWrite(
    kind: 'level' | 'refusal',
    person: number,
    project: number,
    write: (otherTable: AccessTable, person: number, project: number) => void,
  ) {
    const [user, id] = [people[person]?.email ?? '', columns[project]?.id ?? '']
    const applyTo = (otherTable: AccessTable) => {
      const [row, column] = [otherTable.personAt(user), otherTable.projectAt(id)]
      if (row !== undefined && column !== undefined) write(otherTable, row, column)
    }
    onWrite?.({ key: writeKey(kind, user, id), applyTo }, table)
  }
  function notifyListeners() {
    current = { ...table }
    for (const listener of listeners) listener()
  }
  const table: AccessTable = {
    people,
    projects: columns.map(({ members: _, ends: __, ...project }) => project),
    level: (person, project) => levels.level(person, project),
    isAdministrator: (person) => adminIndexes.has(person),
    isGuest: (person) => guestAccounts.has(person),
    endAt: (person, project) => ends.get(person * width + project),
    ending(now) {
      const cells = [...ends].flatMap(([at, end]) => (hasEnded(end, now) ? [] : [at]))
      return {
        people: new Set(cells.map((at) => Math.floor(at / width))),
        projects: new Set(cells.map((at) => at % width)),
      }
    },
    directoryOf: (person) => sources.get(person),
    isManaged: (person, project) => levels.isManaged(person, project),
    set(person, project, level, end, managed) {
      reportWrite('level', person, project, (otherTable, row, column) =>
        otherTable.set(row, column, level, end, managed),
      )
      const isManaged = managed ?? levels.isManaged(person, project)
      const at = person * width + project
      const until =
        level === privilegeLevel.inactive ? undefined : end === undefined ? ends.get(at) : (end ?? undefined)
      const isSame = levels.level(person, project) === level && levels.isManaged(person, project) === isManaged
      if (isSame && ends.get(at) === until) return
      refusals.delete(at)
      levels.set(person, project, level, isManaged)
      if (until === undefined) ends.delete(at)
      else ends.set(at, until)
      notifyListeners()
    },
    refused: (person, project) => refusals.get(person * width + project),
    refuse(person, project, rejected) {
      reportWrite('refusal', person, project, (otherTable, row, column) => otherTable.refuse(row, column, rejected))
      const at = person * width + project
      if (refusals.get(at) === rejected) return
      if (rejected === undefined) refusals.delete(at)
      else refusals.set(at, rejected)
      notifyListeners()
    },
    personAt: (email) => personByEmail.get(email),
    projectAt: (id) => projectById.get(id),
    omittedProjects,
    cursor,
    withRole(role, isIn) {
      const peopleWithRole = new Set<number>()
      projectIndexes.forEach((project) => {
        if (!isIn[project]) return
        levels.inProject(project, (person, level) => {
          if (level === role) peopleWithRole.add(person)
        })
        if (role === privilegeLevel.customerAdmin)
          for (const person of adminIndexes) if (levels.level(person, project) === role) peopleWithRole.add(person)
      })
      return peopleWithRole
    },
    activeMembers(now) {
      const members = new Set<number>()
      for (const project of projectIndexes)
        levels.inProject(project, (person, level) => {
          if (level !== privilegeLevel.customerAdmin && !hasEnded(ends.get(person * width + project), now))
            members.add(person)
        })
      return members
    },
    projectsOf(chosen) {
      if (chosen.some((person) => adminIndexes.has(person))) return new Set(projectIndexes)
      const isChosen = new Uint8Array(rows.length)
      for (const person of chosen) isChosen[person] = 1
      return new Set(
        projectIndexes.filter((project) => {
          let isIn = false
          levels.inProject(project, (person) => {
            isIn ||= isChosen[person] === 1
          })
          return isIn
        }),
      )
    },
    count: () => levels.count,
    searchText(person) {
      const { email = '', name = '', organization = '' } = people[person] ?? {}
      searchText[person] ??= searchableText(name, email, organization)
      return searchText[person] ?? ''
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: () => current,
  }
  let current = table
  return table
}
