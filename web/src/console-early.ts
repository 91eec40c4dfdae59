import { loadTexts } from './i18n/catalogs'
import { startingLocale } from './i18n/language-choice'

/**
 * Preloads what a large screen of the console needs to render, beside `screen`, its own code. Failures are ignored
 * here; whoever needs the part reports them.
 */
export function fetchConsoleScreen(screen: Promise<unknown>): void {
  const parts = [
    screen,
    import('./shell/open-customer'),
    import('./shell/tools-frame'),
    loadTexts('console', startingLocale()),
  ]
  for (const part of parts) part.catch(() => {})
}
