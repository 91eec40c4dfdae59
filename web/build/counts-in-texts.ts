/** An argument of a message: `{name}`, or `{name, plural, one {…} other {…}}` with what each case says. */
interface Argument {
  name: string
  cases: readonly { name: string; text: string }[] | undefined
  /** What follows it in the message. */
  after: string
}

/** Where the brace closes that opens at `from`. */
function closing(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1
    else if (text[at] === '}') depth -= 1
    if (depth === 0) return at
  }
  throw new Error(`A brace is not closed: ${text}`)
}

/** The arguments of a message, those within cases left to the cases. */
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

/** What names a number of things, as developers call it, and the same as an expression. */
const countName =
  /^(count|total|number|length|size|amount|rows|columns|cells|users|people|projects|days|hours|minutes)$|(Count|Total|Rows|Days|Hours|Minutes|Seconds)$|^(most|least|max|min)[A-Z]/
const countExpression = /\.(length|size)\b|\bi18n\.number\(|\bcount\(|(Days|Hours|Minutes|Seconds)\b|\bmost[A-Z]\w+/

/** A figure that stands for itself: `x of y`, before a mark, in brackets, after its word. */
const isBare = (after: string) => /^(<\/\d+>)?( of [{<]|\s*[^\s\p{L}<{]|\s*$)/u.test(after)

/**
 * What is wrong with the counts of a message of the sources: a number before a noun that is not `{…, plural, …}` (2 rows, 1 row), or
 * one that is written without separators. `expressions` says what stands behind `{0}`.
 */
export function* wrongCounts(message: string, expressions: Readonly<Record<string, string>> = {}): Generator<string> {
  for (const { name, cases, after } of argumentsOf(message)) {
    // Within a case the number is that of the case.
    if (cases) continue
    const expression = expressions[name] ?? ''
    const isCount = /^\d+$/.test(name) ? countExpression.test(expression) : countName.test(name)
    if (!isCount) continue
    if (!isBare(after)) yield `{${name}} counts a noun without plural`
    if (/\.(length|size)$/.test(expression)) yield `{${name}} has no separators (i18n.number)`
  }
}

/** The plural forms that numbers of things need in a language; `other` in each. */
function neededForms(locale: string): Set<string> {
  const rules = new Intl.PluralRules(locale)
  return new Set(['other', ...Array.from({ length: 200 }, (_, number) => rules.select(number))])
}

/** What is wrong with the plural forms of a translation: one that its language needs is missing, or is none of it. */
export function* wrongPlurals(translation: string, locale: string): Generator<string> {
  const needed = neededForms(locale)
  const known = new Set(new Intl.PluralRules(locale).resolvedOptions().pluralCategories)
  for (const { cases } of argumentsOf(translation)) {
    if (!cases) continue
    const given = new Set(cases.map(({ name }) => name))
    for (const form of needed) if (!given.has(form)) yield `the plural form “${form}” is missing`
    for (const form of given)
      if (!form.startsWith('=') && !known.has(form as Intl.LDMLPluralRule)) yield `has no plural form “${form}”`
    for (const { text } of cases) yield* wrongPlurals(text, locale)
  }
}
