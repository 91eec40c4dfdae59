import { showToast } from '../ui/toast'
import { requestIdOf } from './failure'

/** Says in a toast, in `text`, that something failed, with the request's id where the server has answered. */
export const showProblem = (error: unknown, text: string): void =>
  showToast({ kind: 'problem', text, requestId: requestIdOf(error) })
