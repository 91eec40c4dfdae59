import { prefetchBoard } from './console/widgets/prefetch-board'
import { fetchConsoleScreen } from './console-early'

/** Starts the board of project widgets while the session is being restored, as `users-early` does for the users. */
export function startScreen(): () => Promise<void> {
  fetchConsoleScreen(import('./console/widgets/widgets'))
  return prefetchBoard
}
