/** A control whose name says more than the words that stand on it. */
export interface NamedControl {
  /** Finds the text of the name among those that the sources have. */
  name: RegExp
  words: string
}

const control = /aria-label=\{t`([^`]+)`\}(?:=>|[^<>])*?>\s*(?:<[A-Z]\w*[^<>]*\/>\s*)*<Trans>([^<{]+)<\/Trans>/g

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** How a text has a value: by the name of its variable, or else by a number. */
const placeOf = (value: string) => (/^\w+$/.test(value) ? `\\{${value}\\}` : '\\{\\d+\\}')

/** The controls of a source file that have words and a name of their own. */
export const namedControls = (source: string): NamedControl[] =>
  Array.from(source.matchAll(control), ([, name = '', words = '']) => {
    const parts = name.split(/\$\{([^}]+)\}/).map((part, at) => (at % 2 === 0 ? escaped(part) : placeOf(part)))
    return { name: new RegExp(`^${parts.join('')}$`), words: words.replaceAll(/\s+/g, ' ').trim() }
  })

/** What of a text is heard. */
const heard = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Whether a name has the words that are seen, so that whoever speaks to the page can say what they see (WCAG 2.5.3). A translation
 * easily takes another verb, or puts something between.
 */
export const hasWords = (name: string, words: string): boolean => heard(name).includes(heard(words))
