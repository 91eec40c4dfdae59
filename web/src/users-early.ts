import { fetchConsoleScreen } from './console-early'
import { prefetchUsers } from './session/prefetch-users'

/**
 * Starts the users screen while the session is being restored: preloads its code and texts. Returns the function that
 * sends its requests, to be called once the person is signed in.
 */
export function startScreen(): () => Promise<void> {
  fetchConsoleScreen(import('./console/users/users'))
  return prefetchUsers
}
