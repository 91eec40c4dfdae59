// Checks that the style sheets take spacing, radii and layers from the tokens (web/src/ui/theme/tokens.css) and media
// queries from web/src/ui/screen-media.ts, and that no selector tests the contents of the whole document.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const sheets = fileURLToPath(new URL('../web/src', import.meta.url))
const tokens = 'ui/theme/tokens.css'

/** Properties whose lengths must be `--space-…` tokens. */
const spacing = /^((scroll-)?(padding|margin)(-[a-z-]+)?|(row-|column-)?gap)$/
const radius = /^border(-[a-z]+)*-radius$/
/** A length of any unit; 0 and the single pixel of a border or an optical correction are allowed. */
const lengths = /(?<![\w.-])-?(?:\d*\.)?\d+(?:px|r?em|pt|cm|mm)\b/g
const isLiteral = (length) => !/^-?[01]px$/.test(length)

/** The style sheet with its comments blanked out, so that line numbers stay. */
const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))

/** Declarations and media queries of a style sheet: name, value and line. */
function* statements(plain) {
  const pattern = /@media\s*([^{]+)\{|(?<=[;{}\s])([a-z-]+|--[\w-]+)\s*:\s*([^;{}]+);/g
  for (const { 1: query, 2: property, 3: value, index } of plain.matchAll(pattern)) {
    const line = plain.slice(0, index).split('\n').length
    yield query === undefined ? { property, value, line } : { property: '@media', value: query, line }
  }
}

/** Selectors that use `:has()` on the whole document, with their lines. */
function* broadSelectors(text) {
  for (const { 0: selector, index } of text.matchAll(/(?:^|[\s,}])(?::root|html|body)\S*:has\(/g))
    yield { selector: selector.replace(/^[\s,}]/, ''), line: text.slice(0, index + 1).split('\n').length }
}

/** The violation of one declaration; undefined when there is none. */
function violationOf(property, value, defined) {
  const literals = (value.match(lengths) ?? []).filter(isLiteral)
  if (spacing.test(property) && literals.length > 0) return `${literals.join(' ')}: take a --space-… token`
  if (radius.test(property) && (literals.length > 0 || /%/.test(value))) return 'take a --radius… token'
  if (property === 'z-index' && !/^(auto|var\(--layer-[\w-]+\))$/.test(value.trim())) return 'take a --layer-… token'
  if (property === '@media' && /\b(width|height|pointer)\b/.test(value)) return 'name the screen, as (--phone)'
  const unknown = value.match(/--(space|radius|layer)[\w-]*/g)?.find((token) => !defined.has(token))
  return unknown && `there is no token ${unknown}`
}

const broadSelectorAdvice =
  'set an attribute there: else each element that comes or goes has the browser restyle the whole document'

/** Messages about literal values and broad selectors in the style sheets below `root`; empty when there are none. */
export function findStyleViolations(root = sheets) {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.css'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
  if (!files.includes(tokens)) return [`${tokens} was not found: the tokens have moved.`]
  const defined = new Set(readFileSync(join(root, tokens), 'utf8').match(/--[\w-]+(?=\s*:)/g))
  return files.flatMap((file) => {
    const text = withoutComments(readFileSync(join(root, file), 'utf8'))
    const broad = [...broadSelectors(text)].map(
      ({ selector, line }) => `${file}:${line} ${selector}…) – ${broadSelectorAdvice}`,
    )
    const literal = [...statements(text)].flatMap(({ property, value, line }) => {
      const wrong = violationOf(property, value, defined)
      return wrong ? [`${file}:${line} ${property}: ${value.trim()} – ${wrong}`] : []
    })
    return [...broad, ...literal]
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const violations = findStyleViolations()
  for (const violation of violations) console.log(violation)
  process.exitCode = violations.length > 0 ? 1 : 0
}
