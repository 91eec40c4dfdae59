import type { ErrorWords } from '@lintel/contract/people/ad-import'
import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import type { Person } from '@lintel/contract/people/permissions'
import type { Context } from '../../platform/context'
import { listRows } from '../change-sets/engine/change-set-rows.store'

/** What is wrong with the lines of files: by the name of the file, then by line. */
export type LineErrors = ReadonlyMap<string, ReadonlyMap<number, string>>

type Reasons = ErrorWords['reasons']

/** Rows read per statement. */
const pageSize = 1_000

/** No more errors are added to those of a line from this length on, in characters: one line of access can have an error for each person. */
const fullLength = 1_000

/** Reads the errors of an import's plan that concern a line, as far as the person may see them, with these texts of their reasons. */
export async function readLineErrors(
  { db, actor }: Context<Person>,
  id: string,
  reasons: Reasons,
): Promise<LineErrors> {
  const errors = new Map<string, Map<number, string>>()
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows: ChangeSetRow[] = await listRows(db, id, { reader: actor, outcome: 'conflict', after, size: pageSize })
    for (const row of rows) addError(errors, row, reasons)
    after = rows.length < pageSize ? undefined : rows.at(-1)?.number
  }
  return errors
}

function addError(errors: Map<string, Map<number, string>>, row: ChangeSetRow, reasons: Reasons): void {
  const { file, line } = row.why ?? {}
  if (file === undefined || line === undefined) return
  const ofFile = errors.get(file) ?? new Map<number, string>()
  errors.set(file, ofFile)
  const before = ofFile.get(line)
  const text = errorText(row, reasons)
  if (before === undefined) ofFile.set(line, text)
  else if (before.length < fullLength && !before.includes(text)) ofFile.set(line, `${before} ${text}`)
}

/** The reason, the person whom it concerns, and the cell. */
function errorText({ conflict, object, why }: ChangeSetRow, reasons: Reasons): string {
  const cell = why?.column !== undefined && why.column !== 'user' && `${why.column}: "${why.value ?? ''}"`
  return [conflict && (reasons[conflict] ?? conflict), object.user, cell].filter(Boolean).join(' ')
}
