/** What is typed within so many milliseconds after the letter before is one word with it. */
const typingMs = 700

/** The letters that were typed one soon after the other, and when the last one was, as an event's `timeStamp` has it. */
export interface Typed {
  text: string
  at: number
}

export const nothingTyped: Typed = { text: '', at: 0 }

interface Stroke {
  key: string
  timeStamp: number
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** What is typed with this key as well; undefined where it is none that types. A space goes on with a word and begins none. */
export function typedWith(typed: Typed, { key, timeStamp, ctrlKey, metaKey, altKey }: Stroke): Typed | undefined {
  const goesOn = timeStamp - typed.at < typingMs && typed.text !== ''
  const isLetter = [...key].length === 1 && (key !== ' ' || goesOn) && !ctrlKey && !metaKey && !altKey
  return isLetter ? { text: goesOn ? typed.text + key : key, at: timeStamp } : undefined
}

/**
 * The next place whose label begins with what was typed, from `current` on and round once (WAI-ARIA: type-ahead). One letter, however
 * often, goes on to the next place; several letters stay at the current one while it fits. Undefined when there is none.
 */
export function foundByTyping(
  typed: string,
  { length, labelAt }: { length: number; labelAt(place: number): string },
  current: number,
): number | undefined {
  const letters = [...typed]
  const isOneLetter = letters.every((letter) => letter === letters[0])
  const wanted = (isOneLetter ? (letters[0] ?? '') : typed).toLocaleLowerCase()
  for (let step = isOneLetter ? 1 : 0; step <= length; step++) {
    const at = (Math.max(0, current) + step) % length
    if (length > 0 && labelAt(at).toLocaleLowerCase().startsWith(wanted)) return at
  }
  return undefined
}
