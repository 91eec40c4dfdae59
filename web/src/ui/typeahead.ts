/** Letters typed within this time of the previous one form one prefix, in milliseconds. */
const typeaheadMs = 700

/** The letters typed in quick succession, and the `timeStamp` of the last one. */
export interface Typeahead {
  text: string
  at: number
}

export const emptyTypeahead: Typeahead = { text: '', at: 0 }

interface KeyStroke {
  key: string
  timeStamp: number
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** The type-ahead with this key added; undefined if the key types nothing. A space continues a prefix but does not start one. */
export function extendTypeahead(
  typed: Typeahead,
  { key, timeStamp, ctrlKey, metaKey, altKey }: KeyStroke,
): Typeahead | undefined {
  const isContinuing = timeStamp - typed.at < typeaheadMs && typed.text !== ''
  const isLetter = [...key].length === 1 && (key !== ' ' || isContinuing) && !ctrlKey && !metaKey && !altKey
  return isLetter ? { text: isContinuing ? typed.text + key : key, at: timeStamp } : undefined
}

/**
 * Index of the next label that begins with the typed letters, from `current` on and wrapping once (WAI-ARIA
 * type-ahead). A repeated single letter moves on; several letters stay at the current item while it matches. Undefined
 * if there is none.
 */
export function findByTypeahead(
  typed: string,
  { length, labelAt }: { length: number; labelAt(index: number): string },
  current: number,
): number | undefined {
  const letters = [...typed]
  const isOneLetter = letters.every((letter) => letter === letters[0])
  const prefix = (isOneLetter ? (letters[0] ?? '') : typed).toLocaleLowerCase()
  for (let step = isOneLetter ? 1 : 0; step <= length; step++) {
    const at = (Math.max(0, current) + step) % length
    if (length > 0 && labelAt(at).toLocaleLowerCase().startsWith(prefix)) return at
  }
  return undefined
}
