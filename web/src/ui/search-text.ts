import { foldText } from '@lintel/contract/search/fold-text'

/** A piece of text, and whether it is what was searched for. */
export interface Piece {
  text: string
  isMatch: boolean
}

let letterwise: Intl.Segmenter | undefined

/** The letters of a text. What takes it apart is made once, and not before the first search: it is slow to make. */
function lettersOf(text: string): string[] {
  letterwise ??= new Intl.Segmenter()
  return [...letterwise.segment(text)].map(({ segment }) => segment)
}

const wordsOf = (query: string) => foldText(query).split(/\s+/).filter(Boolean)

/** Texts as they are compared: to be made once for what is searched again with every keystroke. */
export const searchable = (...texts: readonly (string | null)[]): string =>
  // A break between them, which nobody can type into a field: a match never runs from one text into the next.
  texts.map((text) => foldText(text ?? '')).join('\n')

/**
 * Whether what `searchable` made contains every word of the query, in any order, compared without case, accents and hyphens:
 * `clinic ulleval` finds Ullevål Clinic, `nb2041` finds NB-2041. An empty query finds everything.
 */
export const finds = (query: string): ((prepared: string) => boolean) => {
  const [first = '', ...others] = wordsOf(query)
  return (prepared) => prepared.includes(first) && others.every((word) => prepared.includes(word))
}

/** Whether a text is found by a query, compared like {@link finds}: `ulleval` finds Ullevål, `ullevall` does not. */
export const isFoundIn = (query: string, text: string): boolean => finds(query)(searchable(text))

/**
 * The text in pieces, those that match a word of `query` marked; the pieces joined are the text, letter by letter.
 * Compares like {@link isFoundIn}. An empty query matches nothing.
 */
export function piecesOf(text: string, query: string): Piece[] {
  const prepared = foldText(text)
  const words = wordsOf(query).filter((word) => prepared.includes(word))
  if (words.length === 0) return [{ text, isMatch: false }]
  const letters = lettersOf(text)
  const pieces: Piece[] = []
  let rest = ''
  for (let at = 0; at < letters.length; ) {
    const length = Math.max(...words.map((word) => matchLength(letters, at, word)))
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
    read += foldText(letters[at + length - 1] ?? '')
    // A match does not begin with a hyphen.
    if (read === '') return 0
    // A letter that is read as two, like ß, is marked whole.
    if (read.startsWith(wanted)) return length
    if (!wanted.startsWith(read)) return 0
  }
  return 0
}
