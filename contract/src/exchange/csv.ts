/** The byte order mark that makes spreadsheet programs read a file as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Texts that a spreadsheet could evaluate as a formula or a command (security I4), including full-width forms. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const startsLikeFormula = /^[=+\-@\t\r\u0000＝＋－＠]/

/** Prefixes what looks like a formula with an apostrophe, so that no spreadsheet evaluates it; this includes phone numbers. */
const neutralised = (text: string): string => (startsLikeFormula.test(text) ? `'${text}` : text)

/** Reverts the escaping of formulas by {@link csvLine}. */
export const textOfCell = (cell: string): string =>
  cell.startsWith("'") && startsLikeFormula.test(cell.slice(1)) ? cell.slice(1) : cell

/** One line of a `;`-separated file with its line break, quoted according to RFC 4180. Numbers are written unquoted, also negative ones. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cellText).join(';')}\r\n`

/** Texts that need escaping or quoting, which are rare: a formula prefix, or a special character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const needsEscaping = /^[=+\-@\t\u0000＝＋－＠]|[;"\r\n]/

function cellText(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (!needsEscaping.test(cell)) return cell
  const text = neutralised(cell)
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
