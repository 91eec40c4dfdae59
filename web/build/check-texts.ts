// Are the texts of the sources in all nine languages: every one translated, none left over, each compiling, with the same
// placeholders, counts as plurals with the forms of the language, and with the source files they stand in, by which they are loaded
// (catalog-parts.ts)? Has the name of every control the words that stand on it, in each of them? Ends with 1 and says what is wrong otherwise. Looks at the web room, or at the folder that is named.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { wrongCounts, wrongPlurals } from './counts-in-texts'
import { hasWords, namedControls } from './visible-words'

const here = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'))
// Lingui reads source files relative to where it runs.
process.chdir(here)
const config = getConfig({ cwd: here })
const wrong: string[] = []

/** `{name}`, `<0>` and `#`, in any order. Plural forms differ in number between languages, so each counts once. */
const placeholders = (text: string) => [...new Set(text.match(/\{\w+(?=[},])|<\/?\d+\/?>|#/g) ?? [])].sort().join(' ')

/** The source files that a text stands in, each once. */
const places = (origin: readonly (readonly [string, number?])[] = []) =>
  [...new Set(origin.map(([file]) => file))].sort().join(' ')

/** Each text of the sources with its translation, by language. */
const texts = new Map(config.locales.map((locale) => [locale, new Map<string, string>()]))

for (const catalog of await getCatalogs(config)) {
  const sources = (await catalog.collect()) ?? {}
  for (const [id, { message = id, placeholders: expressions = {} }] of Object.entries(sources)) {
    const first = Object.fromEntries(Object.entries(expressions).map(([name, [expression = '']]) => [name, expression]))
    for (const what of wrongCounts(message, first)) wrong.push(`${what}: ${message}`)
  }
  for (const locale of config.locales) {
    const file = path.relative(here, catalog.getFilename(locale))
    const translated = (await catalog.read(locale)) ?? {}
    const say = (what: string, id: string) =>
      wrong.push(`${file}: ${what}: ${sources[id]?.message ?? translated[id]?.message}`)
    for (const [id, { message = id, origin }] of Object.entries(sources)) {
      const { translation = '', obsolete = true, origin: noted } = translated[id] ?? {}
      if (obsolete) say('not in the catalog (npm run i18n:extract -w web)', id)
      else if (places(noted) !== places(origin)) say('stands in other files now (npm run i18n:extract -w web)', id)
      else if (locale !== config.sourceLocale && translation === '') say('not translated', id)
      else if (translation !== '' && placeholders(translation) !== placeholders(message)) say('other placeholders', id)
      for (const what of wrongPlurals(translation, locale)) say(what, id)
    }
    for (const id of Object.keys(translated)) if (!(id in sources)) say('no longer in the sources', id)
    for (const [id, { message = id }] of Object.entries(sources)) {
      texts.get(locale)?.set(message, translated[id]?.translation || message)
    }
    const messages = Object.fromEntries(Object.entries(translated).map(([id, { translation }]) => [id, translation]))
    const { errors } = createCompiledCatalog(locale, messages, { namespace: 'es' })
    for (const { id, error } of errors) say(`does not compile (${error.message})`, id)
  }
}

const source = path.join(here, 'src')
const controls = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  .flatMap((file) =>
    namedControls(readFileSync(path.join(source, file), 'utf8')).map((control) => ({ file, ...control })),
  )
const messages = [...new Set([...texts.values()].flatMap((translations) => [...translations.keys()]))]
for (const { file, name, words } of controls) {
  const message = messages.find((each) => name.test(each)) ?? ''
  for (const [locale, translations] of texts) {
    const named = translations.get(message)
    const seen = translations.get(words)
    // A text that is missing has been told of above.
    if (named !== undefined && seen !== undefined && !hasWords(named, seen))
      wrong.push(`${file}: the name has other words than those that are seen (${locale}): “${named}” and “${seen}”`)
  }
}

for (const sentence of wrong) console.error(sentence)
if (wrong.length > 0) process.exitCode = 1
else console.log(`Texts are complete in ${config.locales.length} languages.`)
