import { fetchConsoleScreen } from './console-early'
import { askUsersEarly } from './session/early-users'

/**
 * Begins with the users screen while it is still asked who is there: fetches its code and its texts. Gives what is to be
 * called once somebody is signed in, which asks for all that it shows.
 */
export function beginScreen(): () => Promise<void> {
  fetchConsoleScreen(import('./console/users/users'))
  return askUsersEarly
}
