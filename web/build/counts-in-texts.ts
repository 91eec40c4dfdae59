/** An argument of a message: `{name}`, or `{name, plural, one {…} other {…}}` with the text of each case. */
interface Argument {
  name: string
  cases: readonly { name: string; text: string }[] | undefined
  /** The text that follows it in the message. */
  after: string
}

/** The position of the brace that closes the one at `from`. */
function closing(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1
    else if (text[at] === '}') depth -= 1
    if (depth === 0) return at
  }
  throw new Error(`A brace is not closed: ${text}`)
}

/** The top-level arguments of a message; arguments within plural cases belong to the cases. */
function* argumentsOf(text: string): Generator<Argument> {
  for (let open = text.indexOf('{'); open >= 0; ) {
    const end = closing(text, open)
    const [, name = '', rest] = /^\s*(\w+)\s*(?:,\s*plural\s*,([\s\S]*))?/.exec(text.slice(open + 1, end)) ?? []
    yield { name, cases: rest === undefined ? undefined : casesOf(rest), after: text.slice(end + 1) }
    open = text.indexOf('{', end)
  }
}

function casesOf(text: string): { name: string; text: string }[] {
  const cases: { name: string; text: string }[] = []
  for (let open = text.indexOf('{'), from = 0; open >= 0; open = text.indexOf('{', from)) {
    const end = closing(text, open)
    cases.push({ name: text.slice(from, open).trim(), text: text.slice(open + 1, end) })
    from = end + 1
  }
  return cases
}

/** Names that developers give to counts, and expressions that yield one. */
const countName =
  /^(count|total|number|length|size|amount|rows|columns|cells|users|people|projects|days|hours|minutes)$|(Count|Total|Rows|Days|Hours|Minutes|Seconds)$|^(most|least|max|min)[A-Z]/
const countExpression =
  /\.(length|size)\b|\bi18n\.number\(|\bcount\(|(Days|Hours|Minutes|Seconds)\b|\b(most|max)[A-Z]\w+/

/** A number that no noun depends on: `x of y`, before punctuation, in brackets, after its noun. */
const isBare = (after: string) => /^(<\/\d+>)?( of [{<]|\s*[^\s\p{L}<{]|\s*$)/u.test(after)

/**
 * Problems with the counts of a source message: a number before a noun that is not `{…, plural, …}` (2 rows, 1 row), or
 * one without thousands separators. `expressions` maps `{0}` to its expression.
 */
export function* wrongCounts(message: string, expressions: Readonly<Record<string, string>> = {}): Generator<string> {
  for (const { name, cases, after } of argumentsOf(message)) {
    // Counts within a plural case are formatted by the plural.
    if (cases) continue
    const expression = expressions[name] ?? ''
    const isCount = /^\d+$/.test(name) ? countExpression.test(expression) : countName.test(name)
    if (!isCount) continue
    if (!isBare(after)) yield `{${name}} counts a noun without plural`
    if (/\.(length|size)$/.test(expression)) yield `{${name}} has no separators (i18n.number)`
  }
}

/** The plural forms that whole numbers need in a language, always with `other`. */
function neededForms(locale: string): Set<string> {
  const rules = new Intl.PluralRules(locale)
  return new Set(['other', ...Array.from({ length: 200 }, (_, number) => rules.select(number))])
}

/** Problems with the plural forms of a translation: a form that its language needs is missing, or the language has no such form. */
export function* wrongPlurals(translation: string, locale: string): Generator<string> {
  const needed = neededForms(locale)
  const known = new Set(new Intl.PluralRules(locale).resolvedOptions().pluralCategories)
  for (const { cases } of argumentsOf(translation)) {
    if (!cases) continue
    const forms = new Set(cases.map(({ name }) => name))
    for (const form of needed) if (!forms.has(form)) yield `the plural form “${form}” is missing`
    for (const form of forms)
      if (!form.startsWith('=') && !known.has(form as Intl.LDMLPluralRule)) yield `has no plural form “${form}”`
    for (const { text } of cases) yield* wrongPlurals(text, locale)
  }
}
