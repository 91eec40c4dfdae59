import { textOfCell } from '@lintel/contract/exchange/csv'
import { isFormula } from '@lintel/contract/people/level-names'
import { type OrganizationField, organizationFields, organizations } from '@lintel/contract/people/organizations'
import type { RowConflict } from '@lintel/contract/people/row-conflicts'
import { Problem, type ProblemCode } from '@lintel/contract/problems'
import { uuidv7 } from 'uuidv7'
import type { SheetRow } from '../../exchange/spreadsheet/sheet'
import { cutText, storableText } from '../../platform/cut-text'
import type { ChangeKind } from '../change-sets/engine/change-kind'
import { orStale } from '../change-sets/kinds/or-stale'
import type { MergedOrganization } from './merge-organizations.store'
import {
  findOrganizationsByKey,
  insertOrganizationRows,
  type OrganizationRow,
  type OrganizationValues,
  valuesBy,
} from './organization-rows.store'
import { organizationsBase } from './organizations-base'

/** Imports organizations from a file whose first line has the field names. Row numbers are line numbers. */
export const importOrganizations: ChangeKind<'import-organizations'> = {
  kind: 'import-organizations',
  file: (input) => input,
  async read(_input, { db, customer, sheet }) {
    const lines = linesOf(sheet)
    if (lines.length === 0) throw required()
    const names = lines.map(({ values }) => values.name)
    const externalIds = lines.flatMap(({ values }) => values.externalId ?? [])
    const rows = planRows(lines, await findOrganizationsByKey(db, customer, names, externalIds))
    return {
      total: rows.length,
      plan: async (transaction, { id }, { from, until }) =>
        void (await insertOrganizationRows(transaction, id, rows.slice(from, until))),
    }
  },
  ...organizationsBase,
  apply: (change, set) => orStale(() => organizationsBase.apply(change, set), nameTakenSince),
}

/** The plan has no row for a name that another organization had. */
const nameTakenSince: ReadonlySet<ProblemCode> = new Set(['organizationNameTaken'])

const required = () => new Problem('required', { pointer: '/data/attributes/input/file' })

interface Line {
  line: number
  values: OrganizationValues
  conflict: RowConflict | null
  /** The rejected column, where the row's values do not show it. */
  column?: OrganizationField
}

/** Reads the lines below the headings, which may appear in any order and case. */
function linesOf([headings, ...rows]: readonly SheetRow[]): Line[] {
  const titles = headings?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  const columnIndexes = Object.fromEntries(
    organizationFields.map((column) => [column, titles.indexOf(column.toLowerCase())]),
  )
  if ((columnIndexes.name ?? -1) < 0) throw required()
  return rows.map((row) => {
    const cell = (field: OrganizationField) => row.cells[columnIndexes[field] ?? -1]?.trim() || null
    const isFormulaIn = (field: OrganizationField) => isFormula(cell(field) ?? '')
    const values = valuesBy((field) => {
      const text = cell(field)
      if (field === 'name') return textOfCell(text ?? '').normalize('NFC')
      return text === null ? null : textOfCell(text)
    })
    const computed = organizationFields.find(
      (field) => row.formulaAt !== undefined && columnIndexes[field] === row.formulaAt,
    )
    const hasFormula = row.formulaAt !== undefined || organizationFields.some(isFormulaIn)
    const { error } = organizations.patch.safeParse(values)
    const wrong = error && organizationFields.find((field) => error.issues[0]?.path[0] === field)
    const column = hasFormula ? computed : wrong
    const conflict = hasFormula ? 'formula' : row.isBroken || error ? 'malformedRow' : null
    return { line: row.line, values: toStorable(values), conflict, ...(column !== undefined && { column }) }
  })
}

/** Values with a character that is replaced here are refused, and shown with the row. */
const toStorable = (values: OrganizationValues): OrganizationValues =>
  valuesBy((field) => {
    const value = values[field]
    return value === null ? null : storableText(value)
  })

/** Names are composed and in lower case, as they are looked up in the database. */
const keyOf = (name: string) => name.normalize('NFC').toLowerCase()

const byComposition = (one: MergedOrganization, other: MergedOrganization) =>
  Number(isComposed(one.name)) - Number(isComposed(other.name))
const isComposed = (name: string) => name === name.normalize('NFC')

/** Plans a row for each line: it matches an organization by external id, then by name; empty cells leave fields unchanged. */
function planRows(lines: readonly Line[], known: readonly MergedOrganization[]): OrganizationRow[] {
  // Of two names that differ in their composition alone, the composed one is meant: of equal keys, a map keeps the last.
  const byName = new Map(known.toSorted(byComposition).map((one) => [keyOf(one.name), one]))
  const byExternalId = new Map(known.flatMap((one) => (one.externalId ? [[one.externalId, one] as const] : [])))
  const usedKeys = new Set<string>()
  return lines.map(({ line, values, conflict, column }) => {
    const name = keyOf(values.name)
    const found = (values.externalId && byExternalId.get(values.externalId)) || byName.get(name)
    const holder = byName.get(name)
    const keys = [
      `name ${name}`,
      ...(values.externalId ? [`external ${values.externalId}`] : []),
      ...(found ? [found.id] : []),
    ]
    const isDuplicate = keys.some((key) => usedKeys.has(key)) || (holder !== undefined && holder !== found)
    const base = {
      number: line,
      object: objectOf(found, values),
      why: { line, ...(column !== undefined && { column }) },
    }
    const against = conflict ?? (isDuplicate ? 'duplicate' : null)
    if (against) return { ...base, outcome: 'conflict', before: null, after: null, conflict: against, version: null }
    for (const key of keys) usedKeys.add(key)
    const before = found ? valuesBy((field) => found[field]) : null
    const after = valuesBy((field) => values[field] ?? before?.[field] ?? null)
    const outcome = before && JSON.stringify(before) === JSON.stringify(after) ? 'same' : 'change'
    return { ...base, outcome, before, after, conflict: null, version: found?.version ?? null }
  })
}

/** Maximum characters of a cell that its row returns. */
const maxGivenLength = 200

const objectOf = (found: MergedOrganization | undefined, { name, ...rest }: OrganizationValues) => ({
  type: organizations.type,
  id: found?.id ?? uuidv7(),
  name: cutText(name, maxGivenLength),
  given: Object.fromEntries(
    Object.entries({ name, ...rest }).flatMap(([key, value]) =>
      value === null ? [] : [[key, cutText(value, maxGivenLength)]],
    ),
  ),
})
