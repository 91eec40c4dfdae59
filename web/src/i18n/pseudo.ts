/** A compiled message of Lingui: text, or pieces of text and placeholders, those of plurals with messages of their own. */
type Token = string | readonly [name: string, type?: string, options?: unknown]
type Message = string | readonly Token[]

const letters: Record<string, string> = {
  ...{ a: 'á', b: 'ƀ', c: 'ç', d: 'đ', e: 'é', f: 'ƒ', g: 'ĝ', h: 'ĥ', i: 'í', j: 'ĵ', k: 'ķ', l: 'ļ', m: 'ɱ' },
  ...{ n: 'ñ', o: 'ó', p: 'þ', q: 'ǫ', r: 'ŕ', s: 'š', t: 'ţ', u: 'ú', v: 'ṽ', w: 'ŵ', x: 'ẋ', y: 'ý', z: 'ž' },
}

/** A third longer than English, as German and Polish are. */
const growth = 0.35

/**
 * A message as the pseudo-locale shows it: readable, with strange letters, a third longer, in brackets. A text on screen
 * without strange letters is not translated, one with several brackets is glued together, one without its end is cut.
 */
export function pseudoMessage(message: Message): Message {
  if (typeof message === 'string') return `[${strange(message)}${padding(message.length)}]`
  const length = message.reduce((sum, token) => sum + (typeof token === 'string' ? token.length : 0), 0)
  return ['[', ...message.map(pseudoToken), `${padding(length)}]`]
}

const padding = (length: number) => '·'.repeat(Math.ceil(length * growth))

/** Elements (`<0>`, `</0>`) and what is between them keep their marks. */
const strange = (text: string) =>
  text.replaceAll(/<\/?\d+\/?>|[a-z]/g, (found) => (found.length > 1 ? found : (letters[found] ?? found)))

function pseudoToken(token: Token): Token {
  if (typeof token === 'string') return strange(token)
  const [name, type, options] = token
  if (type === undefined || typeof options !== 'object' || options === null) return token
  const forms = Object.entries(options).map(([form, message]) => [form, pseudoForm(message)])
  return [name, type, Object.fromEntries(forms)]
}

/** Forms of a plural stand within a message that has brackets already; `offset` is a number. */
const pseudoForm = (form: unknown): unknown => {
  if (typeof form === 'string') return strange(form)
  return Array.isArray(form) ? (form as Token[]).map(pseudoToken) : form
}
