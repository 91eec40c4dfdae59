/** A piece of text, and whether it is what was searched for. */
export interface Piece {
  text: string
  isMatch: boolean
}

const isPlain = /^[\x20-\x7e]*$/

let letterwise: Intl.Segmenter | undefined

/** The letters of a text. What takes it apart is made once, and not before the first search: it is slow to make. */
function lettersOf(text: string): string[] {
  letterwise ??= new Intl.Segmenter()
  return [...letterwise.segment(text)].map(({ segment }) => segment)
}

/** Letters without case and accents. Most texts have none: those are not taken apart. */
const folded = (text: string) =>
  isPlain.test(text) ? text.toLowerCase() : text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase()

/** Texts as they are compared: to be made once for what is searched again with every keystroke. */
export const searchable = (...texts: readonly (string | null)[]): string =>
  // A break between them, which nobody can type into a field: a match never runs from one text into the next.
  texts.map((text) => folded(text ?? '')).join('\n')

/** Whether what `searchable` made contains the query, compared without case and accents: `ulleval` finds Ullevål. */
export const finds = (query: string): ((prepared: string) => boolean) => {
  const wanted = folded(query.trim())
  return (prepared) => prepared.includes(wanted)
}

/** Letters compared without case and accents, as people type them: `ullevall` does not, `ulleval` does find Ullevål. */
export const isFoundIn = (query: string, text: string): boolean => finds(query)(searchable(text))

/**
 * The text in pieces, those that match `query` marked; the pieces joined are the text, letter by letter. Compares like
 * {@link isFoundIn}. An empty query matches nothing.
 */
export function piecesOf(text: string, query: string): Piece[] {
  const wanted = folded(query.trim())
  if (wanted === '' || !folded(text).includes(wanted)) return [{ text, isMatch: false }]
  const letters = lettersOf(text)
  const pieces: Piece[] = []
  let rest = ''
  for (let at = 0; at < letters.length; ) {
    const length = matchLength(letters, at, wanted)
    if (length === 0) {
      rest += letters[at]
      at += 1
      continue
    }
    if (rest) pieces.push({ text: rest, isMatch: false })
    rest = ''
    pieces.push({ text: letters.slice(at, at + length).join(''), isMatch: true })
    at += length
  }
  return rest ? [...pieces, { text: rest, isMatch: false }] : pieces
}

/** How many letters from `at` on make up the wanted text; 0 when they do not. */
function matchLength(letters: readonly string[], at: number, wanted: string): number {
  let read = ''
  for (let length = 1; at + length <= letters.length; length += 1) {
    read += folded(letters[at + length - 1] ?? '')
    if (read === wanted) return length
    if (!wanted.startsWith(read)) return 0
  }
  return 0
}
