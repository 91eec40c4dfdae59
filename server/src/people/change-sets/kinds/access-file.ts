import { Problem } from '@lintel/contract/problems'
import type { SheetRow } from '../../../exchange/spreadsheet/sheet'
import type { ChangeKind } from '../engine/change-kind'
import { projectsByName, timeZoneOf } from './memberships.store'
import { roleReader } from './role-cells'
import { insertRoleRows } from './role-rows.store'
import { rolesBase } from './roles'

/** Columns in their order, and the headings that they may stand under instead. */
const columns = {
  user: ['email', 'user', 'e-mail', 'mail', 'username'],
  project: ['project', 'project id', 'project name', 'projectid'],
  level: ['role', 'level', 'privilege level', 'privilegelevel'],
  accessUntil: ['expiration', 'expiration date', 'expirationdate', 'access until', 'accessuntil', 'until'],
} as const

type Column = keyof typeof columns
const names = Object.keys(columns) as Column[]

/** A file of `email;project;role;expiration`. The number of a row is its line. */
export const accessFile: ChangeKind<'access-file'> = {
  ...rolesBase,
  kind: 'access-file',
  file: (input) => input,
  async read(_input, { sheet }) {
    const { places, rows } = withColumns(sheet)
    if (rows.length === 0) throw new Problem('required', { pointer: '/data/attributes/input/file' })
    return {
      total: rows.length,
      isGiven: true,
      async plan(db, set, { from, until }) {
        const part = rows.slice(from, until)
        const cell = (row: SheetRow, column: Column): string => row.cells[places[column]] ?? ''
        const found = await projectsByName(db, set.customer, [
          ...new Set(part.map((row) => cell(row, 'project').trim())),
        ])
        const read = roleReader(await timeZoneOf(db, set.customer), set.now)
        const wanted = part.map((row) => {
          const words = Object.fromEntries(names.map((column) => [column, cell(row, column).slice(0, 320)]))
          const ids = found.get(cell(row, 'project').trim().toLowerCase()) ?? []
          return read({
            number: row.line,
            user: cell(row, 'user'),
            project: ids[0] ?? '',
            level: cell(row, 'level'),
            accessUntil: cell(row, 'accessUntil') || undefined,
            why: { line: row.line, ...computedColumn(row, places) },
            given: words,
            conflict: conflictOf(row, words, ids),
          })
        })
        await insertRoleRows(db, set, wanted)
      },
    }
  },
}

/** What stands against a row as a row. */
function conflictOf(row: SheetRow, words: Record<string, string>, projects: readonly string[]) {
  if (row.formulaAt !== undefined) return 'formula'
  if (row.isBroken || !words.user?.trim() || !words.project?.trim() || !words.level?.trim()) return 'malformedRow'
  if (projects.length > 1) return 'ambiguousProject'
  return projects.length === 0 ? 'unknownProject' : undefined
}

/** The column of a cell that is computed. */
function computedColumn({ formulaAt }: SheetRow, places: Record<Column, number>): { column?: Column } {
  const column = formulaAt === undefined ? undefined : names.find((name) => places[name] === formulaAt)
  return column === undefined ? {} : { column }
}

const isNamed = (column: Column, heading: string) => columns[column].some((name) => name === heading)

/** Where each column is: by a first line of headings, else in their order. */
function withColumns(rows: readonly SheetRow[]): { places: Record<Column, number>; rows: readonly SheetRow[] } {
  const inOrder = { user: 0, project: 1, level: 2, accessUntil: 3 }
  const headings = rows[0]?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  const placed = names.map((column) => headings.findIndex((heading) => isNamed(column, heading)))
  const [user = -1, project = -1, level = -1, accessUntil = -1] = placed
  if (user < 0 || project < 0 || level < 0) return { places: inOrder, rows }
  return { places: { user, project, level, accessUntil }, rows: rows.slice(1) }
}
