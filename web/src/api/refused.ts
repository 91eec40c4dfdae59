import { CallFailure, failedWith } from './failure'

/** The server refuses it, and would again: unlike a failure that may pass, a session that has ended, or a proof that was not given. */
export const isRefused = (error: unknown): boolean =>
  error instanceof CallFailure &&
  error.status < 500 &&
  ![401, 429].includes(error.status) &&
  !failedWith(error, 'stepUpRequired')
