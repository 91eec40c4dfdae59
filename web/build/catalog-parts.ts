import path from 'node:path'
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import type { Plugin } from 'vite'

/**
 * The parts in which the application's texts are loaded: with the first screen, with the first failure, with any other
 * screen, with the console.
 */
export type CatalogPart = 'home' | 'problems' | 'portal' | 'console'

const here = path.join(import.meta.dirname, '..')
const partRequest = /\/locales\/(\w+)\/application\.po\?(home|problems|portal|console)$/
/** Sources that only the sign-in documents use; they have their own catalog. */
const signInOnly = /^src\/(portal\/(login|guest)\/|sign-in)/
/** Sources that only the enterprise tools use, and those for managing a project from its home. */
const consoleOnly =
  /^src\/(console|portal\/project-home\/managing|ui\/grid|shell\/(business-intelligence|change-sets|domains|projects|records))\/|^src\/shell\/affected-people\.|^src\/routes\/_signed-in\/_(administration|customer-admin|staff)\//
/** Texts of the server's problem codes. */
const problemTexts = 'src/i18n/problem-texts.ts'
/** Sources of the project list and of everything that can appear on any screen. The step-up dialog loads its own texts. */
const everywhere =
  /^src\/((shell(?!\/(provider-test|business-intelligence|change-sets|content|domains|projects|records)\/|\/((any-)?customer-selector|affected-people|end-other-sessions-checkbox|use-project-actions)\.)|session(?!\/step-up-dialog\.)|api(?!\/form\/)|i18n(?!\/problem-texts))\/|ui\/(?!(file-field|password-field|role|select-field)\.)[^/]+$|portal\/my-projects\/|routes\/__root|routes\/_signed-in\/(index|route)\.)/

/** The part that loads a text with these source files; undefined when only the sign-in page uses it. */
export function partOf(sources: readonly string[]): CatalogPart | undefined {
  if (sources.every((source) => signInOnly.test(source))) return undefined
  if (sources.every((source) => consoleOnly.test(source))) return 'console'
  if (sources.some((source) => everywhere.test(source))) return 'home'
  return sources.includes(problemTexts) ? 'problems' : 'portal'
}

/**
 * The application's texts of one language in four modules, one per {@link CatalogPart}. Translators see none of this:
 * `application.po?home` and the like are built from both catalogs by the source files of each text. A missing
 * translation fails the build.
 */
export const catalogParts = (rootFolder = here): Plugin => ({
  name: 'lintel-catalog-parts',
  enforce: 'pre',
  async load(id) {
    const [, locale, part] = partRequest.exec(id) ?? []
    if (locale === undefined) return null
    const config = getConfig({ cwd: rootFolder })
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
