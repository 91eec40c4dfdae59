/** A piece of text, and whether it is what was searched for. */
export interface Piece {
  text: string
  isMatch: boolean
}

/** Texts of which nothing but the case has to go: without accents, and without hyphens. */
const isPlain = /^[\x20-\x2c\x2e-\x7e]*$/

/** Hyphens and dashes: people leave them out of numbers like `NB-2041` and of double names. */
const hyphens = /[-\u2010-\u2015\u2212]/g

let letterwise: Intl.Segmenter | undefined

/** The letters of a text. What takes it apart is made once, and not before the first search: it is slow to make. */
function lettersOf(text: string): string[] {
  letterwise ??= new Intl.Segmenter()
  return [...letterwise.segment(text)].map(({ segment }) => segment)
}

/** Letters that are no letter with an accent, as people type them on other keyboards. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', ı: 'i' },
}

/** Letters without case, accents and hyphens. Most texts have none: those are not taken apart. */
const folded = (text: string) =>
  isPlain.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFD')
        .replaceAll(/\p{M}/gu, '')
        .replaceAll(hyphens, '')
        .toLowerCase()
        .replaceAll(/[øæœłđðþßı]/g, (letter) => plainLetters[letter] ?? letter)

const wordsOf = (query: string) => folded(query).split(/\s+/).filter(Boolean)

/** Texts as they are compared: to be made once for what is searched again with every keystroke. */
export const searchable = (...texts: readonly (string | null)[]): string =>
  // A break between them, which nobody can type into a field: a match never runs from one text into the next.
  texts.map((text) => folded(text ?? '')).join('\n')

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
  const prepared = folded(text)
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
    read += folded(letters[at + length - 1] ?? '')
    // A match does not begin with a hyphen.
    if (read === '') return 0
    // A letter that is read as two, like ß, is marked whole.
    if (read.startsWith(wanted)) return length
    if (!wanted.startsWith(read)) return 0
  }
  return 0
}
