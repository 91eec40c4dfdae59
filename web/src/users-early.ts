import { loadTexts } from './i18n/catalogs'
import { startingLocale } from './i18n/language-choice'
import { askUsersEarly } from './session/early-users'

/**
 * Begins with the users screen while it is still asked who is there: fetches its code and its texts. Gives what is to be
 * called once somebody is signed in, which asks for all that it shows.
 */
export function beginScreen(): () => Promise<void> {
  // Whoever needs them tells of a failure.
  import('./console/users/users').catch(() => {})
  import('./shell/open-customer').catch(() => {})
  import('./shell/tools-frame').catch(() => {})
  loadTexts('console', startingLocale()).catch(() => {})
  return askUsersEarly
}
