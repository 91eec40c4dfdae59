import { showToast } from '../ui/toast'
import { requestIdOf } from './failure'

/** Shows a failure in a toast with `text`, and the request id where the server has responded. */
export const showProblem = (error: unknown, text: string): void =>
  showToast({ kind: 'problem', text, requestId: requestIdOf(error) })
