import type { AccessMatrix } from '@lintel/contract/people/access-matrix'
import type { DirectorySource } from '@lintel/contract/people/directory-groups'
import { endsSoonDays } from '@lintel/contract/people/members'
import { type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { searchable } from '../../ui/search-text'
import { AccessLevels } from './access-levels'
import { endOf } from './member-draft'

/** A person of the customer, as the grid shows them. */
export interface Person {
  email: string
  name: string
  organization: string
}

/** A project of the customer. */
export type Project = Omit<AccessMatrix['projects'][number], 'members' | 'ends'>

/**
 * Who has access to what, outside React: levels are read by row and project. Whoever draws it draws its
 * `snapshot`, another one after each change.
 */
export interface AccessTable {
  readonly people: readonly Person[]
  readonly projects: readonly Project[]
  level(person: number, project: number): PrivilegeLevel
  /** Whether somebody administers the customer, whatever their levels are: they may own projects, and there may be none. */
  isAdministrator(person: number): boolean
  /** Whether somebody's account is a guest's: they have no other level than guest. */
  isGuest(person: number): boolean
  /** When a membership ends that ends soon, RFC 3339; undefined for any other. */
  endAt(person: number, project: number): string | undefined
  /** Who has a membership that ends soon, and which projects have one. */
  ending(): { people: ReadonlySet<number>; projects: ReadonlySet<number> }
  /** Whether a directory gave a membership. */
  isManaged(person: number, project: number): boolean
  /** The way by which the customer's directory brought somebody; undefined for whom it did not. */
  directoryOf(person: number): DirectorySource | undefined
  /**
   * Puts a level in; `end` is when it ends if that is soon, null when it is not; without it that stays as it is, and so does whether a
   * directory manages it.
   */
  set(person: number, project: number, level: PrivilegeLevel, end?: string | null, isManaged?: boolean): void
  /** What somebody wanted here that was refused, as another made it something else meanwhile; until the cell is set again. */
  refused(person: number, project: number): PrivilegeLevel | undefined
  refuse(person: number, project: number, wanted: PrivilegeLevel | undefined): void
  /** The place of somebody by their email, of a project by its id; undefined for those whom the table does not have. */
  personAt(email: string): number | undefined
  projectAt(id: string): number | undefined
  /** How many projects are left out, since their login methods ask for another sign-in. */
  readonly omittedProjects: number
  /** Where the customer's history stood when the table was read. */
  readonly cursor: string
  /** Everybody with this role in one of the projects of which `isIn` is true, by place. */
  withRole(role: PrivilegeLevel, isIn: readonly boolean[]): ReadonlySet<number>
  /** Projects in which one of these people has access, by place. */
  projectsOf(people: Uint32Array): ReadonlySet<number>
  /** Memberships there are, those of customer administrators too. */
  count(): number
  /** What is searched of a person, prepared once. */
  searched(person: number): string
  watch(listener: () => void): () => void
  /** The same table under an identity that changes with its levels; reading and changing it is as before. */
  snapshot(): AccessTable
}

/** Something that was put into a cell of a table. */
export interface CellWrite {
  /** What was written of which cell: what is written of it later takes its place. */
  of: string
  /** Puts the same into another table, if that has the person and the project. */
  into(table: AccessTable): void
}

const dayMs = 86_400_000

/** When a membership ends, if that is within the days that are soon; else null. `now` in ms. */
export function soonEnd(member: Parameters<typeof endOf>[0], now: number): string | null {
  const end = endOf(member)
  const left = end === null ? -1 : Date.parse(end) - now
  return left > 0 && left <= endsSoonDays * dayMs ? end : null
}

/** Opens a matrix as the server sent it; `wrote` hears of what is put into the table. */
export function openTable(
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
  wrote?: (write: CellWrite, table: AccessTable) => void,
): AccessTable {
  const width = columns.length
  const levels = new AccessLevels(
    columns.map(({ members }) => members),
    administrators,
  )
  const ends = new Map<number, string>()
  const offices = new Set(administrators)
  const sources = new Map<number, DirectorySource>([
    ...imported.map((person) => [person, 'import'] as const),
    ...provisioned.map((person) => [person, 'scim'] as const),
  ])
  const guestAccounts = new Set(guests)
  const columnPlaces = [...columns.keys()]
  const refusals = new Map<number, PrivilegeLevel>()
  const listeners = new Set<() => void>()
  columns.forEach((column, project) => {
    for (const [person, end] of column.ends) ends.set(person * width + project, end)
  })
  const people = rows.map(([email, name, place, own]) => ({
    email,
    name: name === '' ? email : name,
    organization: organizations[place] ?? own,
  }))
  const searched: string[] = []
  const personPlaces = new Map(people.map(({ email }, place) => [email, place]))
  const projectPlaces = new Map(columns.map(({ id }, place) => [id, place]))
  function tell(
    what: 'level' | 'refusal',
    person: number,
    project: number,
    write: (later: AccessTable, person: number, project: number) => void,
  ) {
    const [user, id] = [people[person]?.email ?? '', columns[project]?.id ?? '']
    const into = (later: AccessTable) => {
      const [row, column] = [later.personAt(user), later.projectAt(id)]
      if (row !== undefined && column !== undefined) write(later, row, column)
    }
    wrote?.({ of: `${what} ${id} ${user}`, into }, table)
  }
  function announce() {
    now = { ...table }
    for (const listener of listeners) listener()
  }
  const table: AccessTable = {
    people,
    projects: columns.map(({ members: _, ends: __, ...project }) => project),
    level: (person, project) => levels.level(person, project),
    isAdministrator: (person) => offices.has(person),
    isGuest: (person) => guestAccounts.has(person),
    endAt: (person, project) => ends.get(person * width + project),
    ending: () => ({
      people: new Set(Array.from(ends.keys(), (at) => Math.floor(at / width))),
      projects: new Set(Array.from(ends.keys(), (at) => at % width)),
    }),
    directoryOf: (person) => sources.get(person),
    isManaged: (person, project) => levels.isManaged(person, project),
    set(person, project, level, end, given) {
      tell('level', person, project, (later, row, column) => later.set(row, column, level, end, given))
      const isManaged = given ?? levels.isManaged(person, project)
      const at = person * width + project
      const until =
        level === privilegeLevel.inactive ? undefined : end === undefined ? ends.get(at) : (end ?? undefined)
      const isSame = levels.level(person, project) === level && levels.isManaged(person, project) === isManaged
      if (isSame && ends.get(at) === until) return
      refusals.delete(at)
      levels.set(person, project, level, isManaged)
      if (until === undefined) ends.delete(at)
      else ends.set(at, until)
      announce()
    },
    refused: (person, project) => refusals.get(person * width + project),
    refuse(person, project, wanted) {
      tell('refusal', person, project, (later, row, column) => later.refuse(row, column, wanted))
      const at = person * width + project
      if (refusals.get(at) === wanted) return
      if (wanted === undefined) refusals.delete(at)
      else refusals.set(at, wanted)
      announce()
    },
    personAt: (email) => personPlaces.get(email),
    projectAt: (id) => projectPlaces.get(id),
    omittedProjects,
    cursor,
    withRole(role, isIn) {
      const found = new Set<number>()
      columnPlaces.forEach((project) => {
        if (!isIn[project]) return
        levels.inProject(project, (person, level) => {
          if (level === role) found.add(person)
        })
        if (role === privilegeLevel.customerAdmin)
          for (const person of offices) if (levels.level(person, project) === role) found.add(person)
      })
      return found
    },
    projectsOf(chosen) {
      if (chosen.some((person) => offices.has(person))) return new Set(columnPlaces)
      const isChosen = new Uint8Array(rows.length)
      for (const person of chosen) isChosen[person] = 1
      return new Set(
        columnPlaces.filter((project) => {
          let isIn = false
          levels.inProject(project, (person) => {
            isIn ||= isChosen[person] === 1
          })
          return isIn
        }),
      )
    },
    count: () => levels.count,
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
