import type { ChangeSetRow } from '@lintel/contract/people/change-sets'
import { isFormula } from '@lintel/contract/people/level-words'
import type { RowConflict } from '@lintel/contract/people/row-conflicts'

/** The columns that a conflict is about, the first of them that the row has; the others depend on what stands in the cells. */
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
  notMember: ['user'],
  unknownProject: ['project'],
  ambiguousProject: ['project'],
  unknownRole: ['level'],
  levelNotAllowed: ['level'],
  invalidDate: ['accessUntil'],
  dateInPast: ['accessUntil'],
}

/** What a row must say, in the order of a file. */
const required = ['user', 'name', 'project', 'level']

/** Most characters of a refused value that are shown. */
const longestValue = 80

/**
 * The cell of a file that a conflict is about: its column and the text that stands there, cut to 80 characters and without what
 * could not be seen. Undefined for a row that does not come from a file, and where no single cell is to blame.
 */
export function refusedCell({ conflict, why, object }: Pick<ChangeSetRow, 'conflict' | 'why' | 'object'>) {
  const { given = object.user === undefined ? {} : { user: object.user } } = object
  if (conflict === null || why?.line === undefined) return undefined
  if (why.column !== undefined && why.value !== undefined) return { column: why.column, value: visible(why.value) }
  const column = why.column ?? columnsOf[conflict]?.find((each) => each in given) ?? guiltyColumn(conflict, given)
  return column === undefined ? undefined : { column, value: visible(given[column] ?? '') }
}

function guiltyColumn(conflict: RowConflict, given: Record<string, string>): string | undefined {
  if (conflict === 'formula') return Object.keys(given).find((column) => isFormula(given[column] ?? ''))
  if (conflict === 'malformedRow') return required.find((column) => given[column]?.trim() === '')
  return undefined
}

/** A text that is drawn as it stands: control characters and turns of direction would hide what is wrong. */
const visible = (text: string) => {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD')
  return plain.length > longestValue ? `${plain.slice(0, longestValue)}…` : plain
}
