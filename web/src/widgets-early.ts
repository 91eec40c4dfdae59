import { askBoardEarly } from './console/widgets/early-board'
import { loadTexts } from './i18n/catalogs'
import { startingLocale } from './i18n/language-choice'

/** Begins with the board of project widgets while it is still asked who is there, as `users-early` does with the users. */
export function beginScreen(): () => Promise<void> {
  // Whoever needs them tells of a failure.
  import('./console/widgets/widgets').catch(() => {})
  import('./shell/open-customer').catch(() => {})
  import('./shell/tools-frame').catch(() => {})
  loadTexts('console', startingLocale()).catch(() => {})
  return askBoardEarly
}
