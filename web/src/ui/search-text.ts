/** A piece of text, and whether it is what was searched for. */
export interface Piece {
  text: string
  isMatch: boolean
}

const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase()

/** Letters compared without case and accents, as people type them: `ullevall` does not, `ulleval` does find Ullevål. */
export const isFoundIn = (query: string, text: string): boolean => folded(text).includes(folded(query.trim()))

/**
 * The text in pieces, those that match `query` marked; the pieces joined are the text, letter by letter. Compares like
 * {@link isFoundIn}. An empty query matches nothing.
 */
export function piecesOf(text: string, query: string): Piece[] {
  const wanted = folded(query.trim())
  if (wanted === '') return [{ text, isMatch: false }]
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
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
