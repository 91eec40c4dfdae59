import { CallFailure, failedWith, ProofNotAccepted } from './failure'

/** True for a refusal that would repeat, unlike a temporary failure, an ended session or a missing proof of identity. */
export const isRefused = (error: unknown): boolean =>
  error instanceof CallFailure &&
  !(error instanceof ProofNotAccepted) &&
  error.status < 500 &&
  ![401, 429].includes(error.status) &&
  !failedWith(error, 'stepUpRequired')
