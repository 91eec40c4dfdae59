import { setImmediate as breathe } from 'node:timers/promises'
import { textOfCell } from '@lintel/contract/exchange/csv'
import { line, newEmail } from '@lintel/contract/jsonapi/fields'
import type { AdImportStep } from '@lintel/contract/people/ad-import-step'
import { levelIn } from '@lintel/contract/people/level-words'
import { personName } from '@lintel/contract/people/user-profiles'
import type { z } from 'zod'
import type { SheetRow } from '../../exchange/spreadsheet/sheet'
import { telephone } from '../customer-user-profiles/telephone'
import {
  type DirectoryFileKind,
  directoryColumns,
  groupNames,
  headingOf,
  isTypeName,
  kindOfFile,
  requiredColumns,
  truthOf,
} from './directory-headers'

/** Where something is said. */
export interface Place {
  file: string
  line: number
}

interface DirectoryUser extends Place {
  /** Lower-cased, as all addresses here. */
  email: string
  givenName: string
  familyName: string
  organization: string
  phone: string
  title: string
  /** Null where the file does not say. */
  isEnabled: boolean | null
  groups: string[]
}

interface DirectoryGroup extends Place {
  group: string
  description: string
  /** The groups that it is a member of. */
  groups: string[]
}

interface DirectoryMembership extends Place {
  group: string
  email: string
}

interface DirectoryAccess extends Place {
  group: string
  project: string
  level: ImportedLevel
}

/** Levels that a directory gives: owner, admin, user and none. */
type ImportedLevel = AdImportStep['levelnew']

/** The level that a role means, in whichever language of the product; undefined for one that no directory gives. */
function levelOf(role: string): ImportedLevel | undefined {
  const level = levelIn(role)
  return level === 0 || level === 10 || level === 20 || level === 30 ? level : undefined
}

/** A line that says nothing that can be done. */
export interface RefusedLine extends Place {
  reason:
    | 'unknownFile'
    | 'missingColumn'
    | 'malformedRow'
    | 'invalidEmail'
    | 'outsideDomain'
    | 'unknownRole'
    | 'duplicate'
    | 'circle'
  column?: string
  value?: string
  /** What the file is about, where that is known, and whom and what the line names. */
  kind?: DirectoryFileKind
  given?: Record<string, string>
}

/** What the files of a directory say. */
export interface DirectoryFiles {
  users: DirectoryUser[]
  groups: DirectoryGroup[]
  memberships: DirectoryMembership[]
  access: DirectoryAccess[]
  refused: RefusedLine[]
}

/**
 * The files of a directory, whose addresses must be of this domain; each line that is refused with its place. `told` hears now and then
 * how many lines are read.
 */
export async function readDirectory(
  rows: readonly SheetRow[],
  domain: string,
  told?: (lines: number) => Promise<unknown>,
): Promise<DirectoryFiles> {
  let done = 0
  const read: DirectoryFiles = { users: [], groups: [], memberships: [], access: [], refused: [] }
  const said = new Set<string>()
  let breatheAt = 0
  for (const [file, [headings, ...lines]] of filesOf(rows)) {
    const kind = kindOfFile(file)
    if (!kind || !headings) {
      read.refused.push({ file, line: headings?.line ?? 1, reason: 'unknownFile' })
      continue
    }
    const cellsOf = columnReader(kind, headings.cells)
    const missing = requiredColumns[kind].find((column) => !cellsOf.has(column))
    if (missing !== undefined) {
      read.refused.push({ file, line: headings.line, reason: 'missingColumn', column: missing, kind })
      continue
    }
    for (const [at, row] of lines.entries()) {
      if (at % linesAtOnce === 0 && performance.now() > breatheAt) {
        await breathe()
        await told?.(done + at)
        breatheAt = performance.now() + longestBreath
      }
      const cells = cellsOf.read(row)
      const groups = groupNames(cells('groups'))
      const reason = refusalOf(kind, row, cells, groups, domain)
      const key = `${kind}\n${requiredColumns[kind].map((column) => cells(column).toLowerCase()).join('\n')}`
      const against = reason ?? (said.has(key) ? ({ reason: 'duplicate' } as const) : undefined)
      if (against) read.refused.push({ file, line: row.line, kind, given: givenIn(kind, cells), ...against })
      else add(read, kind, { file, line: row.line }, cells, groups)
      said.add(key)
    }
    done += lines.length
  }
  return withoutCircles(read)
}

/** Milliseconds after which others are answered, which takes several turns, and lines between two looks at the clock. */
const longestBreath = 2
const linesAtOnce = 20

/** Whom and what a line names, cut to what is shown. */
const givenIn = (kind: DirectoryFileKind, cells: Cells): Record<string, string> =>
  Object.fromEntries(requiredColumns[kind].map((column) => [column, cells(column).slice(0, longestShown)]))

const longestShown = 80

function filesOf(rows: readonly SheetRow[]): Map<string, SheetRow[]> {
  const files = new Map<string, SheetRow[]>()
  for (const row of rows) {
    const file = row.file ?? ''
    const found = files.get(file)
    if (found) found.push(row)
    else files.set(file, [row])
  }
  return files
}

type Cells = (column: string) => string

const groupName = line(200)
const group = ['group', groupName] as const

/** The columns of each file whose texts are kept as they are, and what they may be. */
const texts: Record<DirectoryFileKind, readonly (readonly [string, z.ZodType])[]> = {
  users: [
    ['givenName', personName],
    ['familyName', personName],
    ['title', line(100)],
  ],
  groups: [group, ['description', line(1_000)]],
  memberships: [group],
  access: [group],
}

/** Reads cells by their column, wherever the headings have it. */
function columnReader(kind: DirectoryFileKind, headings: readonly string[]) {
  const given = headings.map(headingOf)
  const places = new Map(
    Object.entries(directoryColumns[kind]).map(([column, names]) => [
      column,
      (names as readonly string[]).map((name) => given.indexOf(name)).filter((at) => at >= 0),
    ]),
  )
  return {
    has: (column: string) => (places.get(column)?.length ?? 0) > 0,
    read:
      ({ cells }: SheetRow): Cells =>
      (column) => {
        const filled = places.get(column)?.find((at) => cells[at]?.trim())
        return filled === undefined ? '' : textOfCell(cells[filled]?.trim() ?? '')
      },
  }
}

/** What stands against a line. What looks like a formula is the text that it is: nothing computes it, and exports neutralise it. */
function refusalOf(
  kind: DirectoryFileKind,
  row: SheetRow,
  cells: Cells,
  groups: readonly string[],
  domain: string,
): Pick<RefusedLine, 'reason' | 'column' | 'value'> | undefined {
  const empty = requiredColumns[kind].find((column) => cells(column) === '')
  if (row.isBroken || empty !== undefined) return { reason: 'malformedRow', ...(empty && { column: empty }) }
  const wrong = texts[kind].find(([column, schema]) => cells(column) !== '' && !schema.safeParse(cells(column)).success)
  if (wrong) return { reason: 'malformedRow', column: wrong[0], value: cells(wrong[0]).slice(0, longestShown) }
  const notAGroup = groups.find((name) => isTypeName(name) || !groupName.safeParse(name).success)
  if (notAGroup !== undefined) {
    return { reason: 'malformedRow', column: 'memberOf', value: notAGroup.slice(0, longestShown) }
  }
  if (kind === 'groups') return undefined
  if (kind === 'access') {
    const role = cells('role')
    return levelOf(role) === undefined
      ? { reason: 'unknownRole', column: 'role', value: role.slice(0, longestShown) }
      : undefined
  }
  const email = cells('email').toLowerCase()
  const said = { column: 'email', value: email.slice(0, longestShown) }
  if (newEmail.safeParse(email).data !== email) return { reason: 'invalidEmail', ...said }
  return email.endsWith(`@${domain}`) ? undefined : { reason: 'outsideDomain', ...said }
}

function add(
  { users, groups, memberships, access }: DirectoryFiles,
  kind: DirectoryFileKind,
  place: Place,
  cells: Cells,
  memberOf: string[],
): void {
  const [group, email] = [cells('group'), cells('email').toLowerCase()]
  switch (kind) {
    case 'users': {
      const [givenName, familyName, organization] = [cells('givenName'), cells('familyName'), cells('organization')]
      const more = { phone: telephone(cells('phone')), title: cells('title'), groups: memberOf }
      users.push({
        ...place,
        email,
        givenName,
        familyName,
        organization,
        ...more,
        isEnabled: truthOf(cells('enabled')),
      })
      return
    }
    case 'groups':
      groups.push({ ...place, group, description: cells('description'), groups: memberOf })
      return
    case 'memberships':
      memberships.push({ ...place, group, email })
      return
    case 'access':
      access.push({ ...place, group, project: cells('project'), level: levelOf(cells('role')) ?? 0 })
  }
}

/** Groups that are members of themselves, through whichever others, are refused: who is in them cannot be said. */
function withoutCircles(read: DirectoryFiles): DirectoryFiles {
  const parents = new Map(read.groups.map(({ group, groups }) => [group.toLowerCase(), groups.map(lower)]))
  const inCircle = circlesOf(parents)
  const [circles, groups] = [
    read.groups.filter(({ group }) => inCircle.has(lower(group))),
    read.groups.filter(({ group }) => !inCircle.has(lower(group))),
  ]
  const refused = circles.map(({ file, line, group }) => ({
    ...{ file, line, reason: 'circle' as const, column: 'memberOf', value: group.slice(0, longestShown) },
    ...{ kind: 'groups' as const, given: { group: group.slice(0, longestShown) } },
  }))
  return { ...read, groups, refused: [...read.refused, ...refused] }
}

const lower = (text: string) => text.toLowerCase()

/**
 * The groups from which a way leads back to them, and those between two such circles: what is left once groups that no other is
 * above of, and those that no other is below of, have dropped out one by one.
 */
function circlesOf(parents: ReadonlyMap<string, readonly string[]>): Set<string> {
  const upwards = new Map([...parents].map(([group, above]) => [group, [...new Set(above)]]))
  const left = inOrAbove(upwards, new Set(parents.keys()))
  return inOrAbove(reversed(upwards), left)
}

/** Those of `among` from which a way leads to a circle of them. */
function inOrAbove(edges: ReadonlyMap<string, readonly string[]>, among: ReadonlySet<string>): Set<string> {
  const left = new Set(among)
  const back = reversed(edges)
  const waysOn = new Map(
    [...among].map((group) => [group, edges.get(group)?.filter((one) => among.has(one)).length ?? 0]),
  )
  const ends = [...among].filter((group) => waysOn.get(group) === 0)
  for (const end of ends) {
    left.delete(end)
    for (const one of back.get(end) ?? []) {
      const ways = (waysOn.get(one) ?? 0) - 1
      waysOn.set(one, ways)
      if (ways === 0) ends.push(one)
    }
  }
  return left
}

function reversed(edges: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const back = new Map<string, string[]>()
  for (const [group, above] of edges) {
    for (const one of above) {
      const below = back.get(one)
      if (below) below.push(group)
      else back.set(one, [group])
    }
  }
  return back
}
