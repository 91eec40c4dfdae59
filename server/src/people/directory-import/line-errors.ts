import type { ErrorWords } from '@lintel/contract/people/ad-import'
import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import type { Person } from '@lintel/contract/people/permissions'
import type { Context } from '../../platform/context'
import { listRows } from '../change-sets/engine/change-set-rows.store'

/** What is wrong with a line, and cells that it has as they were planned, cut to the displayed length. */
interface LineError {
  text: string
  given: string[]
}

/** The errors of files: by the name of the file, then by line. */
export type LineErrors = ReadonlyMap<string, ReadonlyMap<number, LineError>>

type Reasons = ErrorWords['reasons']

/** Rows read per statement. */
const pageSize = 1_000

/** From this length on, in characters, `…` stands for the further errors of a line: one line of access can have an error for each person. */
const fullLength = 1_000

/** Reads the errors of an import's plan that concern a line, as far as the person may see them, with these texts of their reasons. */
export async function readLineErrors(
  { db, actor }: Context<Person>,
  id: string,
  reasons: Reasons,
): Promise<LineErrors> {
  const errors = new Map<string, Map<number, LineError>>()
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows: ChangeSetRow[] = await listRows(db, id, { reader: actor, outcome: 'conflict', after, size: pageSize })
    for (const row of rows) addError(errors, row, reasons)
    after = rows.length < pageSize ? undefined : rows.at(-1)?.number
  }
  return errors
}

function addError(errors: Map<string, Map<number, LineError>>, row: ChangeSetRow, reasons: Reasons): void {
  const { file, line } = row.why ?? {}
  if (file === undefined || line === undefined) return
  const ofFile = errors.get(file) ?? new Map<number, LineError>()
  errors.set(file, ofFile)
  const { text: before, given } = ofFile.get(line) ?? { text: '', given: [] }
  const text = withError(before, errorText(row, reasons))
  ofFile.set(line, { text, given: [...given, ...Object.values(row.object.given ?? {})] })
}

/** The errors of a line with one more. */
export function withError(before: string, text: string): string {
  if (before === '') return text
  if (before.includes(text) || before.endsWith(' …')) return before
  return `${before} ${before.length < fullLength ? text : '…'}`
}

/** The reason, the person whom it concerns, and the cell. */
export function errorText(
  { conflict, object, why }: Pick<ChangeSetRow, 'conflict' | 'object' | 'why'>,
  reasons: Reasons,
): string {
  const hasCell = why?.column !== undefined && why.column !== 'user'
  const cell = hasCell && `${why.column}: "${why.value ?? ''}"`
  return [conflict && (reasons[conflict] ?? conflict), object.user, cell].filter(Boolean).join(' ')
}
