import { loadTexts } from './i18n/catalogs'
import { startingLocale } from './i18n/language-choice'

/** Fetches what a large screen of the console needs to be drawn, beside `screen`, its own code; whoever needs it tells of a failure. */
export function fetchConsoleScreen(screen: Promise<unknown>): void {
  const parts = [
    screen,
    import('./shell/open-customer'),
    import('./shell/tools-frame'),
    loadTexts('console', startingLocale()),
  ]
  for (const part of parts) part.catch(() => {})
}
