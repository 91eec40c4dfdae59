import { emailPattern } from '@lintel/contract/jsonapi/email-pattern'
import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import { isFormula } from '@lintel/contract/people/level-names'
import type { RowConflict } from '@lintel/contract/people/row-conflicts'

/** The columns that a conflict concerns; the first that the row has counts. Other conflicts depend on the content of the cells. */
const columnsOf: Partial<Record<RowConflict, readonly string[]>> = {
  invalidEmail: ['user'],
  unknownPerson: ['user'],
  duplicate: ['user', 'name'],
  oneself: ['user'],
  owner: ['user'],
  customerAdministrator: ['user'],
  apiUser: ['user'],
  staff: ['user'],
  guestAccount: ['user'],
  onlyForGuests: ['level'],
  alreadyMember: ['user'],
  noAccount: ['user'],
  notMember: ['user'],
  unknownProject: ['project'],
  ambiguousProject: ['project'],
  unknownRole: ['level'],
  levelNotAllowed: ['level'],
  invalidDate: ['accessUntil'],
  dateInPast: ['accessUntil'],
}

/** Required columns, in the order of a file. */
const required = ['user', 'name', 'project', 'level']

/** Maximum length of a refused value, in characters. */
const maxValueLength = 80

/**
 * The cell of a file that caused a conflict: its column and its text, cut to 80 characters and without invisible characters. Undefined for a row
 * that does not come from a file, and where no single cell is at fault.
 */
export function refusedCell({ conflict, why, object }: Pick<ChangeSetRow, 'conflict' | 'why' | 'object'>) {
  const { given = object.user === undefined ? {} : { user: object.user } } = object
  if (conflict === null || why?.line === undefined) return undefined
  if (why.column !== undefined && why.value !== undefined) return { column: why.column, value: toPrintable(why.value) }
  const column = why.column ?? columnsOf[conflict]?.find((each) => each in given) ?? offendingColumn(conflict, given)
  return column === undefined ? undefined : { column, value: toPrintable(given[column] ?? '') }
}

function offendingColumn(conflict: RowConflict, given: Record<string, string>): string | undefined {
  if (conflict === 'formula') return Object.keys(given).find((column) => isFormulaIn(column, given[column] ?? ''))
  if (conflict === 'malformedRow') return required.find((column) => given[column]?.trim() === '')
  return undefined
}

/** The text of a column looks like a formula. An email address of a user may begin as one (`+anna@…`). */
export const isFormulaIn = (column: string, text: string): boolean =>
  isFormula(text) && !(column === 'user' && emailPattern.test(text.trim()))

/** Replaces control and bidirectional formatting characters, which would hide what is wrong. */
const toPrintable = (text: string) => {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD')
  return plain.length > maxValueLength ? `${plain.slice(0, maxValueLength)}…` : plain
}
