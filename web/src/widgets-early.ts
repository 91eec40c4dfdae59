import { askBoardEarly } from './console/widgets/early-board'
import { fetchConsoleScreen } from './console-early'

/** Begins with the board of project widgets while it is still asked who is there, as `users-early` does with the users. */
export function beginScreen(): () => Promise<void> {
  fetchConsoleScreen(import('./console/widgets/widgets'))
  return askBoardEarly
}
