/** The byte order mark that makes spreadsheet programs read a file as UTF-8. */
export const byteOrderMark = '\uFEFF'

/**
 * Where a spreadsheet could begin to evaluate a formula or a command (security I4), including full-width forms and those that have an
 * apostrophe or a quote already: at the beginning, and after a character at which a spreadsheet of another locale divides cells, where
 * quotes do not hold a cell together.
 */
const [cellStart, formula] = [String.raw`(?<=^|[,;\t\r\n])`, String.raw`(?=['"]*[=+\-@\t\r\u0000＝＋－＠])`]
const formulaStart = new RegExp(cellStart + formula, 'g')

/** The same with the apostrophe that {@link csvLine} adds. */
const neutralisedStart = new RegExp(`${cellStart}'${formula}`, 'g')

/** Reverts the escaping of formulas by {@link csvLine}. */
export const textOfCell = (cell: string): string => (cell.includes("'") ? cell.replace(neutralisedStart, '') : cell)

/**
 * One line of a `;`-separated file with its line break, quoted according to RFC 4180. What looks like a formula gets an apostrophe, so that no
 * spreadsheet evaluates it; this includes phone numbers. Numbers are written unquoted, also negative ones.
 */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cellText).join(';')}\r\n`

/** Texts that may need escaping or quoting, which are few: a formula prefix, or a special character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const needsEscaping = /^['=+\-@\u0000＝＋－＠]|[,;"\t\r\n]/

function cellText(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (!needsEscaping.test(cell)) return cell
  const text = cell.replace(formulaStart, "'")
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
