import { Problem } from '@lintel/contract/problems'
import type { SheetRow } from '../../../exchange/spreadsheet/sheet'
import { cutText, storableText } from '../../../platform/cut-text'
import type { ChangeKind } from '../engine/change-kind'
import { projectsByName, timeZoneOfEnds } from './memberships.store'
import { createRoleParser } from './role-cells'
import { insertRoleRows } from './role-rows.store'
import { rolesBase } from './roles'

/** Columns in their default order, with the headings that each may have. */
const columns = {
  user: ['email', 'user', 'e-mail', 'mail', 'username'],
  project: ['project', 'project id', 'project name', 'projectid'],
  level: ['role', 'level', 'privilege level', 'privilegelevel'],
  accessUntil: [
    ...['end date', 'enddate', 'end', 'ends', 'expiration', 'expiration date', 'expirationdate', 'expires', 'expiry'],
    ...['ends on', 'expires on', 'valid until'],
    ...['access until', 'accessuntil', 'until'],
  ],
} as const

/** Maximum characters of a cell that its row returns. */
const maxGivenLength = 320

type Column = keyof typeof columns
const names = Object.keys(columns) as Column[]

/** A file of `email;project;role;end date`. The row number is the line number. */
export const accessFile: ChangeKind<'access-file'> = {
  ...rolesBase,
  kind: 'access-file',
  file: (input) => input,
  async read(_input, { sheet }) {
    const { columnIndexes, rows } = locateColumns(sheet)
    if (rows.length === 0) throw new Problem('required', { pointer: '/data/attributes/input/file' })
    return {
      total: rows.length,
      isResumable: true,
      async plan(db, set, { from, until }) {
        const part = rows.slice(from, until)
        const cell = (row: SheetRow, column: Column): string => storableText(row.cells[columnIndexes[column]] ?? '')
        const projectIds = await projectsByName(db, set, [...new Set(part.map((row) => cell(row, 'project').trim()))])
        const ends = part.map((row) => cell(row, 'accessUntil'))
        const parse = createRoleParser(await timeZoneOfEnds(db, set.customer, ends), set.now)
        const requested = part.map((row) => {
          const texts = Object.fromEntries(names.map((column) => [column, cutText(cell(row, column), maxGivenLength)]))
          const ids = projectIds.get(cell(row, 'project').trim()) ?? []
          return parse({
            number: row.line,
            user: cell(row, 'user'),
            project: ids[0] ?? '',
            level: cell(row, 'level'),
            accessUntil: cell(row, 'accessUntil') || undefined,
            why: { line: row.line, ...computedColumn(row, columnIndexes) },
            given: texts,
            conflict: conflictOf(row, texts, ids),
          })
        })
        await insertRoleRows(db, set, requested)
      },
    }
  },
}

/** The conflict of a malformed or ambiguous row. */
function conflictOf(row: SheetRow, texts: Record<string, string>, projects: readonly string[]) {
  if (row.formulaAt !== undefined) return 'formula'
  if (row.isBroken || !texts.user?.trim() || !texts.project?.trim() || !texts.level?.trim()) return 'malformedRow'
  if (projects.length > 1) return 'ambiguousProject'
  return projects.length === 0 ? 'unknownProject' : undefined
}

/** The column of a cell that contains a formula. */
function computedColumn({ formulaAt }: SheetRow, columnIndexes: Record<Column, number>): { column?: Column } {
  const column = formulaAt === undefined ? undefined : names.find((name) => columnIndexes[name] === formulaAt)
  return column === undefined ? {} : { column }
}

const isNamed = (column: Column, heading: string) => columns[column].some((name) => name === heading)

/** The index of each column, from a heading line if there is one, else in the default order. */
function locateColumns(rows: readonly SheetRow[]): {
  columnIndexes: Record<Column, number>
  rows: readonly SheetRow[]
} {
  const defaultIndexes = { user: 0, project: 1, level: 2, accessUntil: 3 }
  const headings = rows[0]?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  const indexes = names.map((column) => headings.findIndex((heading) => isNamed(column, heading)))
  const [user = -1, project = -1, level = -1, accessUntil = -1] = indexes
  if (user < 0 || project < 0 || level < 0) return { columnIndexes: defaultIndexes, rows }
  return { columnIndexes: { user, project, level, accessUntil }, rows: rows.slice(1) }
}
