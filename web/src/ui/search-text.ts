import { foldText } from '@lintel/contract/search/fold-text'

/** A piece of a text, and whether it matches the query. */
export interface TextPiece {
  text: string
  isMatch: boolean
}

let graphemeSegmenter: Intl.Segmenter | undefined

/** The graphemes of a text. The segmenter is slow to create, so it is created once, with the first search. */
function lettersOf(text: string): string[] {
  graphemeSegmenter ??= new Intl.Segmenter()
  return [...graphemeSegmenter.segment(text)].map(({ segment }) => segment)
}

const wordsOf = (query: string) => foldText(query).split(/\s+/).filter(Boolean)

/** Normalises texts for searching; to be cached for lists that are searched at every keystroke. */
export const searchableText = (...texts: readonly (string | null)[]): string =>
  // Joined by a line break, which cannot be typed into a field, so that a match never spans two texts.
  texts.map((text) => foldText(text ?? '')).join('\n')

/**
 * Returns a predicate for texts of {@link searchableText}: whether they contain every word of the query, in any order,
 * ignoring case, accents and hyphens: `clinic ulleval` finds Ullevål Clinic, `nb2041` finds NB-2041. An empty query
 * matches everything.
 */
export const textMatcher = (query: string): ((prepared: string) => boolean) => {
  const [first = '', ...others] = wordsOf(query)
  return (prepared) => prepared.includes(first) && others.every((word) => prepared.includes(word))
}

/** Whether a text matches a query, compared like {@link textMatcher}: `ulleval` matches Ullevål, `ullevall` does not. */
export const matchesQuery = (query: string, text: string): boolean => textMatcher(query)(searchableText(text))

/**
 * Splits a text into pieces, marking those that match a word of `query`, compared like {@link matchesQuery}. An empty
 * query matches nothing.
 */
export function splitByMatch(text: string, query: string): TextPiece[] {
  const prepared = foldText(text)
  const words = wordsOf(query).filter((word) => prepared.includes(word))
  if (words.length === 0) return [{ text, isMatch: false }]
  const letters = lettersOf(text)
  const pieces: TextPiece[] = []
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

/** Number of letters from `at` on that match `word`; 0 if they do not. */
function matchLength(letters: readonly string[], at: number, word: string): number {
  let read = ''
  for (let length = 1; at + length <= letters.length; length += 1) {
    read += foldText(letters[at + length - 1] ?? '')
    // A match does not begin with an ignored character, as a hyphen.
    if (read === '') return 0
    // A letter that folds to two, like ß, is marked as a whole.
    if (read.startsWith(word)) return length
    if (!word.startsWith(read)) return 0
  }
  return 0
}
