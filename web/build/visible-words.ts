/** A control whose accessible name (`aria-label`) differs from its visible text. */
export interface NamedControl {
  /** Matches the message of its accessible name. */
  name: RegExp
  words: string
}

const control = /aria-label=\{t`([^`]+)`\}(?:=>|[^<>])*?>\s*(?:<[A-Z]\w*[^<>]*\/>\s*)*<Trans>([^<{]+)<\/Trans>/g

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** How a message writes an interpolated value: by the name of its variable, or else by a number. */
const placeholderPattern = (value: string) => (/^\w+$/.test(value) ? `\\{${value}\\}` : '\\{\\d+\\}')

/** The controls of a source file that have both visible text and an `aria-label`. */
export const namedControls = (source: string): NamedControl[] =>
  Array.from(source.matchAll(control), ([, name = '', words = '']) => {
    const parts = name
      .split(/\$\{([^}]+)\}/)
      .map((part, at) => (at % 2 === 0 ? escaped(part) : placeholderPattern(part)))
    return { name: new RegExp(`^${parts.join('')}$`), words: words.replaceAll(/\s+/g, ' ').trim() }
  })

/** The letters and digits of a text, in lower case. */
const spoken = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Whether an accessible name contains the visible text, so that speech input works (WCAG 2.5.3). A translation easily
 * uses another verb or inserts words.
 */
export const hasWords = (name: string, words: string): boolean => spoken(name).includes(spoken(words))
