/** An HTML fragment that is safe to insert into another one. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Values of a template: text is escaped, HTML is not, and absent values render nothing. */
export type TemplateValue = Html | string | number | null | undefined | false | readonly TemplateValue[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')

function textOf(value: TemplateValue): string {
  if (value instanceof Html) return value.text
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value))
  return value ? value.map(textOf).join('') : ''
}

/** Template tag for HTML that escapes every value except HTML fragments. Quote attributes. */
export const html = (parts: TemplateStringsArray, ...values: TemplateValue[]): Html =>
  new Html(parts.map((part, at) => part + textOf(values[at])).join(''))
