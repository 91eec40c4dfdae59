/** A compiled message of Lingui: text, or a list of texts and placeholders; plural placeholders contain messages. */
type Token = string | readonly [name: string, type?: string, options?: unknown]
type Message = string | readonly Token[]

const letters: Record<string, string> = {
  ...{ a: 'á', b: 'ƀ', c: 'ç', d: 'đ', e: 'é', f: 'ƒ', g: 'ĝ', h: 'ĥ', i: 'í', j: 'ĵ', k: 'ķ', l: 'ļ', m: 'ɱ' },
  ...{ n: 'ñ', o: 'ó', p: 'þ', q: 'ǫ', r: 'ŕ', s: 'š', t: 'ţ', u: 'ú', v: 'ṽ', w: 'ŵ', x: 'ẋ', y: 'ý', z: 'ž' },
}

/** A third longer than English, as German and Polish are. */
const expansion = 0.35

/**
 * A message in the pseudo-locale: readable, with accented letters, a third longer, in brackets. On screen, a text
 * without accents is not translated, one with several brackets is concatenated, one without its end is cut off.
 */
export function pseudoMessage(message: Message): Message {
  if (typeof message === 'string') return `[${accented(message)}${padding(message.length)}]`
  const length = message.reduce((sum, token) => sum + (typeof token === 'string' ? token.length : 0), 0)
  return ['[', ...message.map(pseudoToken), `${padding(length)}]`]
}

const padding = (length: number) => '·'.repeat(Math.ceil(length * expansion))

/** Accents the letters; element tags (`<0>`, `</0>`) stay as they are. */
const accented = (text: string) =>
  text.replaceAll(/<\/?\d+\/?>|[a-z]/g, (found) => (found.length > 1 ? found : (letters[found] ?? found)))

function pseudoToken(token: Token): Token {
  if (typeof token === 'string') return accented(token)
  const [name, type, options] = token
  if (type === undefined || typeof options !== 'object' || options === null) return token
  const forms = Object.entries(options).map(([form, message]) => [form, pseudoForm(message)])
  return [name, type, Object.fromEntries(forms)]
}

/** Plural forms are within a message that has brackets already; `offset` is a number. */
const pseudoForm = (form: unknown): unknown => {
  if (typeof form === 'string') return accented(form)
  return Array.isArray(form) ? (form as Token[]).map(pseudoToken) : form
}
