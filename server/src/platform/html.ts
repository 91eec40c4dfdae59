/** A piece of HTML that is safe to put into another one. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What may stand in a template: texts are escaped, pieces of HTML are not; nothing is written for absent ones. */
export type Inserted = Html | string | number | null | undefined | false | readonly Inserted[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')

function textOf(value: Inserted): string {
  if (value instanceof Html) return value.text
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value))
  return value ? value.map(textOf).join('') : ''
}

/** HTML as a template: whatever is inserted is text unless it is HTML itself. Quote attributes. */
export const html = (parts: TemplateStringsArray, ...values: Inserted[]): Html =>
  new Html(parts.map((part, at) => part + textOf(values[at])).join(''))
