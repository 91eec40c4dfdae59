// Checks the catalogs of all nine languages: every text of the sources is translated, none is left over, each compiles, with
// the same placeholders and with counts as plurals in the forms of the language, and its source files are current, by which
// texts are split for loading (catalog-parts.ts). Also checks that the accessible name of every control contains its visible
// text, in each language. Prints what is wrong and exits with 1. Checks the web folder, or the one given as an argument.
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
const errors: string[] = []

/** `{name}`, `<0>` and `#`, in any order. Plural forms differ in number between languages, so each counts once. */
const placeholders = (text: string) => [...new Set(text.match(/\{\w+(?=[},])|<\/?\d+\/?>|#/g) ?? [])].sort().join(' ')

/** The distinct source files of a text. */
const sourceFiles = (origin: readonly (readonly [string, number?])[] = []) =>
  [...new Set(origin.map(([file]) => file))].sort().join(' ')

/** Each text of the sources with its translation, by language. */
const texts = new Map(config.locales.map((locale) => [locale, new Map<string, string>()]))

for (const catalog of await getCatalogs(config)) {
  const sources = (await catalog.collect()) ?? {}
  for (const [id, { message = id, placeholders: expressions = {} }] of Object.entries(sources)) {
    const first = Object.fromEntries(Object.entries(expressions).map(([name, [expression = '']]) => [name, expression]))
    for (const what of wrongCounts(message, first)) errors.push(`${what}: ${message}`)
  }
  for (const locale of config.locales) {
    const file = path.relative(here, catalog.getFilename(locale))
    const translated = (await catalog.read(locale)) ?? {}
    const report = (what: string, id: string) =>
      errors.push(`${file}: ${what}: ${sources[id]?.message ?? translated[id]?.message}`)
    for (const [id, { message = id, origin }] of Object.entries(sources)) {
      const { translation = '', obsolete = true, origin: storedOrigin } = translated[id] ?? {}
      if (obsolete) report('not in the catalog (npm run i18n:extract -w web)', id)
      else if (sourceFiles(storedOrigin) !== sourceFiles(origin))
        report('stands in other files now (npm run i18n:extract -w web)', id)
      else if (locale !== config.sourceLocale && translation === '') report('not translated', id)
      else if (translation !== '' && placeholders(translation) !== placeholders(message))
        report('other placeholders', id)
      for (const what of wrongPlurals(translation, locale)) report(what, id)
    }
    for (const id of Object.keys(translated)) if (!(id in sources)) report('no longer in the sources', id)
    for (const [id, { message = id }] of Object.entries(sources)) {
      texts.get(locale)?.set(message, translated[id]?.translation || message)
    }
    const messages = Object.fromEntries(Object.entries(translated).map(([id, { translation }]) => [id, translation]))
    const compiled = createCompiledCatalog(locale, messages, { namespace: 'es' })
    for (const { id, error } of compiled.errors) report(`does not compile (${error.message})`, id)
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
    const visible = translations.get(words)
    // Missing texts were reported above.
    if (named !== undefined && visible !== undefined && !hasWords(named, visible))
      errors.push(`${file}: the name has other words than those that are seen (${locale}): “${named}” and “${visible}”`)
  }
}

for (const sentence of errors) console.error(sentence)
if (errors.length > 0) process.exitCode = 1
else console.log(`Texts are complete in ${config.locales.length} languages.`)
