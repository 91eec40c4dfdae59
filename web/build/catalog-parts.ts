import path from 'node:path'
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import type { Plugin } from 'vite'

/** The parts that the application's texts are loaded in: with the first screen, with the first failure, with any other screen, with the console. */
export type CatalogPart = 'home' | 'problems' | 'portal' | 'console'

const here = path.join(import.meta.dirname, '..')
const asked = /\/locales\/(\w+)\/application\.po\?(home|problems|portal|console)$/
/** Sources that only the sign-in documents draw; they have their own catalog. */
const signInOnly = /^src\/(portal\/(login|guest)\/|sign-in)/
/** Sources that only the enterprise tools draw, and who manages a project from its home. */
const consoleOnly =
  /^src\/(console|portal\/project-home\/managing|ui\/grid|shell\/(business-intelligence|change-sets|domains|projects|records))\/|^src\/routes\/_signed-in\/_(administration|customer-admin|staff)\//
/** What the server may refuse. */
const problemTexts = 'src/i18n/problem-texts.ts'
/** Sources of the project list, and of whatever may stand on any screen; the dialog that asks for a proof brings its texts along. */
const everywhere =
  /^src\/((shell(?!\/(provider-test|business-intelligence|change-sets|content|domains|projects|records)\/|\/(any-)?customer-selector\.)|session(?!\/step-up-dialog\.)|api(?!\/form\/)|i18n(?!\/problem-texts))\/|ui\/(?!file-field)[^/]+$|portal\/(my-projects|unsupported-browser)\/|routes\/__root|routes\/_signed-in\/(index|route)\.)/

/** Where a text is loaded that stands in these source files; undefined: only with the sign-in page. */
export function partOf(sources: readonly string[]): CatalogPart | undefined {
  if (sources.every((source) => signInOnly.test(source))) return undefined
  if (sources.every((source) => consoleOnly.test(source))) return 'console'
  if (sources.some((source) => everywhere.test(source))) return 'home'
  return sources.includes(problemTexts) ? 'problems' : 'portal'
}

/**
 * The application's texts of one language in four files: what the project list and its frame say, what a failure
 * says, what the other screens of the portal add, and the console. Translators see none of this: `application.po?home` and its like are made
 * of both catalogs by where a text stands. A text that is not translated fails the build.
 */
export const catalogParts = (room = here): Plugin => ({
  name: 'lintel-catalog-parts',
  enforce: 'pre',
  async load(id) {
    const [, locale, part] = asked.exec(id) ?? []
    if (locale === undefined) return null
    const config = getConfig({ cwd: room })
    const messages: Record<string, string> = {}
    for (const catalog of await getCatalogs(config)) {
      this.addWatchFile(catalog.getFilename(locale))
      for (const [key, { translation, message, origin = [] }] of Object.entries((await catalog.read(locale)) ?? {})) {
        if (partOf(origin.map(([source]) => source)) !== part) continue
        const text = translation || (locale === config.sourceLocale ? message : undefined)
        if (!text) throw new Error(`Not translated into ${locale}: ${message ?? key}`)
        messages[key] = text
      }
    }
    const { source, errors } = createCompiledCatalog(locale, messages, { namespace: 'es' })
    if (errors.length > 0) throw new Error(`Texts in ${locale} do not compile: ${errors.map(String).join(', ')}`)
    return { code: source, map: null, moduleType: 'js' }
  },
})
