import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { textOfCell } from '@lintel/contract/exchange/csv'
import { line, newEmail } from '@lintel/contract/jsonapi/fields'
import { type AdImportStep, isImportedLevel } from '@lintel/contract/people/ad-import-step'
import { parseLevel } from '@lintel/contract/people/level-names'
import { personName } from '@lintel/contract/people/user-profiles'
import type { z } from 'zod'
import type { SheetRow } from '../../exchange/spreadsheet/sheet'
import { cutText } from '../../platform/cut-text'
import { assertRowLimit } from '../change-sets/engine/assert-row-limit'
import { telephone } from '../customer-user-profiles/telephone'
import {
  type DirectoryFileKind,
  directoryColumns,
  isDotNetTypeName,
  kindOfFile,
  normalizeHeading,
  parseBoolean,
  parseGroupNames,
  requiredColumns,
} from './directory-headers'
import { findRefusedGroups, type GroupRefusal } from './group-nesting'

/** The file and line of an entry. */
export interface SourceLine {
  file: string
  line: number
}

interface DirectoryUser extends SourceLine {
  /** Lower-cased, like all addresses in this file. */
  email: string
  givenName: string
  familyName: string
  organization: string
  phone: string
  title: string
  /** Null where the file does not state it. */
  isEnabled: boolean | null
  groups: string[]
}

interface DirectoryGroup extends SourceLine {
  group: string
  description: string
  /** The parent groups. */
  groups: string[]
}

interface DirectoryMembership extends SourceLine {
  group: string
  email: string
}

interface DirectoryAccess extends SourceLine {
  group: string
  project: string
  level: ImportedLevel
}

/** Levels that a directory can assign: owner, admin, user and none. */
type ImportedLevel = AdImportStep['levelnew']

/** The level of a role name in any language of the product; undefined for one that a directory cannot assign. */
function levelOf(role: string): ImportedLevel | undefined {
  const level = parseLevel(role)
  return isImportedLevel(level) ? level : undefined
}

/** A line that is rejected. */
export interface RefusedLine extends SourceLine {
  reason:
    | 'unknownFile'
    | 'missingColumn'
    | 'malformedRow'
    | 'invalidEmail'
    | 'outsideDomain'
    | 'unknownRole'
    | 'duplicate'
    | GroupRefusal
  column?: string
  value?: string
  /** The kind of the file, if recognized, and the identifying cells of the line. */
  kind?: DirectoryFileKind
  given?: Record<string, string>
}

/** The content of the directory files. */
export interface DirectoryFiles {
  users: DirectoryUser[]
  groups: DirectoryGroup[]
  memberships: DirectoryMembership[]
  access: DirectoryAccess[]
  refused: RefusedLine[]
}

/** The number of rows in the files: each line, and each name in the `memberOf` of a user or group. */
export const countDirectoryRows = ({ users, groups, memberships, access, refused }: DirectoryFiles): number =>
  [users, groups].flat().reduce((rows, line) => rows + rowsOf(line.groups), 0) +
  (memberships.length + access.length + refused.length)

const rowsOf = (memberOf: readonly string[]) => 1 + memberOf.length

/**
 * Reads the directory files, whose email addresses must be of this domain. Rejected lines are returned with their position. `onProgress` is called
 * occasionally with the number of lines read. Throws 413 `tooManyRows` as soon as there are more rows than an import may have.
 */
export async function readDirectory(
  rows: readonly SheetRow[],
  domain: string,
  onProgress?: (lines: number) => Promise<unknown>,
): Promise<DirectoryFiles> {
  let done = 0
  const result: DirectoryFiles = { users: [], groups: [], memberships: [], access: [], refused: [] }
  const seenKeys = new Set<string>()
  let counted = 0
  const count = (more: number) => {
    counted += more
    assertRowLimit('ad-import', counted)
  }
  const refuse = (line: RefusedLine) => {
    count(1)
    result.refused.push(line)
  }
  let yieldAt = 0
  for (const [file, [headings, ...lines]] of filesOf(rows)) {
    const kind = kindOfFile(file, headings?.cells ?? [])
    if (!kind || !headings) {
      refuse({ file, line: headings?.line ?? 1, reason: 'unknownFile' })
      continue
    }
    const cellsOf = columnReader(kind, headings.cells)
    const missing = requiredColumns[kind].find((column) => !cellsOf.has(column))
    if (missing !== undefined) {
      refuse({ file, line: headings.line, reason: 'missingColumn', column: missing, kind })
      continue
    }
    for (const [at, row] of lines.entries()) {
      if (at % linesPerClockCheck === 0 && performance.now() > yieldAt) {
        await yieldToEventLoop()
        await onProgress?.(done + at)
        yieldAt = performance.now() + maxBlockMs
      }
      const cells = cellsOf.read(row)
      const leaves = isDisabledUser(kind, cells)
      const groups = parseGroupNames(cells('groups')).filter((name) => !leaves || isGroupName(name))
      const reason = validateLine(kind, row, cells, groups, domain)
      const key = `${kind}\n${requiredColumns[kind].map((column) => cells(column).toLowerCase()).join('\n')}`
      const rejection = reason ?? (seenKeys.has(key) ? ({ reason: 'duplicate' } as const) : undefined)
      if (rejection) refuse({ file, line: row.line, kind, given: identifyingCells(kind, cells), ...rejection })
      else {
        seenKeys.add(key)
        count(rowsOf(groups))
        add(result, kind, { file, line: row.line }, leaves ? suitableTexts(kind, cells) : cells, groups)
      }
    }
    done += lines.length
  }
  return withoutRefusedGroups(result)
}

/** Maximum milliseconds without yielding to the event loop, which takes several ticks, and lines between two checks of the clock. */
const maxBlockMs = 2
const linesPerClockCheck = 20

/** The identifying cells of a line, cut to the displayed length. */
const identifyingCells = (kind: DirectoryFileKind, cells: Cells): Record<string, string> =>
  Object.fromEntries(requiredColumns[kind].map((column) => [column, shown(cells(column))]))

/** Cuts a refused text to the length that is shown, in characters. */
const shown = (text: string): string => cutText(text, 80)

/** The rows of each file, in their order. */
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

/** The text columns of each file with their schemas. */
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

/** Reads cells by column, according to the headings. Texts are composed (NFC), as names are compared. */
function columnReader(kind: DirectoryFileKind, headings: readonly string[]) {
  const given = headings.map(normalizeHeading)
  const columnIndexes = new Map(
    Object.entries(directoryColumns[kind]).map(([column, names]) => [
      column,
      (names as readonly string[]).map((name) => given.indexOf(name)).filter((at) => at >= 0),
    ]),
  )
  return {
    has: (column: string) => (columnIndexes.get(column)?.length ?? 0) > 0,
    read:
      ({ cells }: SheetRow): Cells =>
      (column) => {
        const filled = columnIndexes.get(column)?.find((at) => cells[at]?.trim())
        return filled === undefined ? '' : textOfCell(cells[filled]?.trim() ?? '').normalize('NFC')
      },
  }
}

/** The line disables somebody: it is never rejected for a text about them, because that would leave their access. */
const isDisabledUser = (kind: DirectoryFileKind, cells: Cells): boolean =>
  kind === 'users' && parseBoolean(cells('enabled')) === false

const isGroupName = (name: string): boolean => !isDotNetTypeName(name) && groupName.safeParse(name).success

/** The first text column whose text does not fit its schema. */
const unsuitableText = (kind: DirectoryFileKind, cells: Cells) =>
  texts[kind].find(([column, schema]) => cells(column) !== '' && !schema.safeParse(cells(column)).success)

/** The cells without texts that do not fit their schema. */
const suitableTexts =
  (kind: DirectoryFileKind, cells: Cells): Cells =>
  (column) => {
    const schema = texts[kind].find(([name]) => name === column)?.[1]
    return schema === undefined || schema.safeParse(cells(column)).success ? cells(column) : ''
  }

/** The reason to reject a line. A text that looks like a formula is accepted as text: nothing evaluates it, and exports escape it. */
function validateLine(
  kind: DirectoryFileKind,
  row: SheetRow,
  cells: Cells,
  groups: readonly string[],
  domain: string,
): Pick<RefusedLine, 'reason' | 'column' | 'value'> | undefined {
  const empty = requiredColumns[kind].find((column) => cells(column) === '')
  if (row.isBroken || empty !== undefined) return { reason: 'malformedRow', ...(empty && { column: empty }) }
  const wrong = isDisabledUser(kind, cells) ? undefined : unsuitableText(kind, cells)
  if (wrong) return { reason: 'malformedRow', column: wrong[0], value: shown(cells(wrong[0])) }
  const notAGroup = groups.find((name) => !isGroupName(name))
  if (notAGroup !== undefined) {
    return { reason: 'malformedRow', column: 'memberOf', value: shown(notAGroup) }
  }
  const enabled = cells('enabled')
  if (enabled !== '' && parseBoolean(enabled) === null) {
    return { reason: 'malformedRow', column: 'enabled', value: shown(enabled) }
  }
  if (kind === 'groups') return undefined
  if (kind === 'access') {
    const role = cells('role')
    return levelOf(role) === undefined ? { reason: 'unknownRole', column: 'role', value: shown(role) } : undefined
  }
  const email = cells('email').toLowerCase()
  const emailCell = { column: 'email', value: shown(email) }
  if (newEmail.safeParse(email).data !== email) return { reason: 'invalidEmail', ...emailCell }
  return email.endsWith(`@${domain}`) ? undefined : { reason: 'outsideDomain', ...emailCell }
}

function add(
  { users, groups, memberships, access }: DirectoryFiles,
  kind: DirectoryFileKind,
  source: SourceLine,
  cells: Cells,
  memberOf: string[],
): void {
  const [group, email] = [cells('group'), cells('email').toLowerCase()]
  switch (kind) {
    case 'users': {
      const [givenName, familyName, organization] = [cells('givenName'), cells('familyName'), cells('organization')]
      const more = { phone: telephone(cells('phone')), title: cells('title'), groups: memberOf }
      users.push({
        ...source,
        email,
        givenName,
        familyName,
        organization,
        ...more,
        isEnabled: parseBoolean(cells('enabled')),
      })
      return
    }
    case 'groups':
      groups.push({ ...source, group, description: cells('description'), groups: memberOf })
      return
    case 'memberships':
      memberships.push({ ...source, group, email })
      return
    case 'access':
      access.push({ ...source, group, project: cells('project'), level: levelOf(cells('role')) ?? 0 })
  }
}

/**
 * Rejects groups that are members of themselves, directly or through others, as their members cannot be determined, and those that are nested too
 * deep.
 */
function withoutRefusedGroups(files: DirectoryFiles): DirectoryFiles {
  const refusals = findRefusedGroups(
    new Map(files.groups.map(({ group, groups }) => [lower(group), groups.map(lower)])),
  )
  const refused = files.groups.flatMap(({ file, line, group }) => {
    const reason = refusals.get(lower(group))
    const name = shown(group)
    if (reason === undefined) return []
    return { file, line, reason, column: 'memberOf', value: name, kind: 'groups' as const, given: { group: name } }
  })
  return {
    ...files,
    groups: files.groups.filter(({ group }) => !refusals.has(lower(group))),
    refused: [...files.refused, ...refused],
  }
}

const lower = (text: string) => text.toLowerCase()
