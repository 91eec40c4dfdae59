/** What a spreadsheet file begins with, so that its programs read it as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** What a spreadsheet could take for a formula or a command (security I4), full-width forms included. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const startsLikeFormula = /^[=+\-@\t\r\u0000＝＋－＠]/

/** A text that no spreadsheet computes: an apostrophe goes before what looks like a formula. A phone number gets it as well. */
const neutralised = (text: string): string => (startsLikeFormula.test(text) ? `'${text}` : text)

/** The text that {@link csvLine} has kept from being computed, as it was before. */
export const textOfCell = (cell: string): string =>
  cell.startsWith("'") && startsLikeFormula.test(cell.slice(1)) ? cell.slice(1) : cell

/** One line of a `;`-separated file, quoted as RFC 4180 says, with its line end. Numbers stay numbers, whatever their sign. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(written).join(';')}\r\n`

/** What nearly no text has: a beginning that has to be kept from being computed, or a sign that has to be quoted. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const isUnsafe = /^[=+\-@\t\u0000＝＋－＠]|[;"\r\n]/

function written(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (!isUnsafe.test(cell)) return cell
  const text = neutralised(cell)
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
