import { CallFailure, hasNoResponse } from './failure'

/** True while the server cannot be reached: no response, or 502 to 504 from a proxy or from our server while it starts or stops. */
export const isServerUnavailable = (error: unknown): boolean =>
  hasNoResponse(error) || (error instanceof CallFailure && error.status >= 502 && error.status <= 504)

/** True for a failure that may pass by itself: no response, or a 5xx status. Whether the request was processed is unknown. */
export const isTemporaryFailure = (error: unknown): boolean =>
  hasNoResponse(error) || (error instanceof CallFailure && error.status >= 500)
