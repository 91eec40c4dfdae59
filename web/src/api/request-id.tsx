import { RequestIdLine } from '../ui/request-id-line'
import { requestIdOf } from './failure'

/** The id by which what was refused or failed is found in the log, to copy; nothing where the server has not answered. */
export function RequestId({ error }: { error: unknown }) {
  const requestId = requestIdOf(error)
  return requestId !== undefined && <RequestIdLine requestId={requestId} />
}
