import { RequestIdLine } from '../ui/request-id-line'
import { requestIdOf } from './failure'

/** The id by which a failed request is found in the log, with a copy button; nothing without a response. */
export function RequestId({ error }: { error: unknown }) {
  const requestId = requestIdOf(error)
  return requestId !== undefined && <RequestIdLine requestId={requestId} />
}
