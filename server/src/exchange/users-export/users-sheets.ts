import { effectiveLevel, type PrivilegeLevel, privilegeLevel } from '@lintel/contract/people/privilege-levels'
import { maxSheetColumns, type Row, type Sheet } from '../spreadsheet/xlsx'
import type { ExportedProject, PersonRow } from './users-export.store'

/** Labels of the levels in the sheets; an upload of access accepts the same labels. */
const levelLabels: Record<PrivilegeLevel, string> = {
  [privilegeLevel.inactive]: 'none',
  [privilegeLevel.guest]: 'guest',
  [privilegeLevel.member]: 'user',
  [privilegeLevel.workflowsAdmin]: 'workflowsAdmin',
  [privilegeLevel.admin]: 'admin',
  [privilegeLevel.customerAdmin]: 'customerAdmin',
  [privilegeLevel.owner]: 'owner',
}

const personHeadings = ['email', 'name', 'organization', 'title', 'phone', 'projects']

/** Data of the sheets. `people` is iterated once for each sheet. */
export interface UsersSource {
  projects: readonly ExportedProject[]
  /** Number of projects omitted because their login methods require another sign-in. */
  omittedProjects: number
  people(): AsyncIterable<PersonRow>
  showsLastLogin: boolean
}

/** A matrix of users and projects if the columns fit, and a sheet with a row per membership. */
export function usersSheets(source: UsersSource): Sheet[] {
  const fits = personHeadings.length + source.projects.length <= maxSheetColumns
  const isWhole = source.omittedProjects === 0
  return [
    ...(fits ? [matrixSheet(source)] : []),
    membershipSheet(source),
    ...(isWhole ? [] : [omissionSheet(source.omittedProjects)]),
  ]
}

/** A sheet with the number of omitted projects. */
const omissionSheet = (omitted: number): Sheet => ({
  name: 'Not included',
  headings: ['projects that ask for another way of signing in'],
  frozenColumns: 0,
  rows: oneRow([[0, omitted]]),
})

async function* oneRow(row: Row): AsyncGenerator<Row, void> {
  yield row
}

function matrixSheet({ projects, people }: UsersSource): Sheet {
  const columnOf = new Map(projects.map(({ id }, at) => [id, personHeadings.length + at]))
  const everywhere = [...columnOf.values()]
  return {
    name: 'Users',
    headings: [...personHeadings, ...projects.map(({ name }) => name)],
    frozenColumns: 2,
    rows: mapPeople(people, function* (person) {
      const levels = new Map<number, PrivilegeLevel>()
      if (person.customerAdmin) for (const column of everywhere) levels.set(column, privilegeLevel.customerAdmin)
      for (const { project, level } of person.memberships) {
        const column = columnOf.get(project)
        if (column !== undefined) levels.set(column, effectiveLevel(level, person.customerAdmin))
      }
      const cells = [...levels].sort(([one], [other]) => one - other)
      yield [
        ...textCells([person.email, person.name, person.organization, person.title, person.phone]),
        [5, person.customerAdmin ? projects.length : person.memberships.length] as const,
        ...cells.map(([column, level]) => [column, levelLabels[level]] as const),
      ]
    }),
  }
}

function membershipSheet({ projects, people, showsLastLogin }: UsersSource): Sheet {
  const byId = new Map(projects.map((project) => [project.id, project]))
  const headings = ['email', 'project', 'role', 'end date', 'project name', 'project number', 'name', 'organization']
  return {
    name: 'Memberships',
    headings: [...headings, ...(showsLastLogin ? ['last login'] : [])],
    frozenColumns: 1,
    rows: mapPeople(people, function* (person) {
      for (const { project: id, level, lastDay, lastLogin } of person.memberships) {
        const project = byId.get(id)
        const word = levelLabels[effectiveLevel(level, person.customerAdmin)]
        yield [
          ...textCells([person.email, id, word]),
          ...(lastDay === null ? [] : [[3, { day: lastDay }] as const]),
          ...textCells([project?.name ?? '', project?.externalId ?? null, person.name, person.organization], 4),
          ...(showsLastLogin && lastLogin !== null ? [[8, { minute: lastLogin }] as const] : []),
        ]
      }
    }),
  }
}

const textCells = (texts: readonly (string | null)[], from = 0): (readonly [number, string])[] =>
  texts.flatMap((text, at) => (text === null || text === '' ? [] : [[from + at, text] as const]))

async function* mapPeople(
  people: UsersSource['people'],
  rowsOf: (person: PersonRow) => Iterable<Row>,
): AsyncGenerator<Row, void> {
  for await (const person of people()) yield* rowsOf(person)
}
