import type { ProblemCode, ProblemObject } from '@lintel/contract/problems'
import { isCodeMissing } from './missing-code'

/** A call that the server answered with a failure: its problems, and the request id for the support. */
export class CallFailure extends Error {
  readonly status: number
  readonly problems: readonly ProblemObject[]
  readonly requestId: string | undefined
  /** The parsed body: identity calls return more than problems in it (account-portal chapter 8). */
  readonly body: unknown

  constructor(status: number, problemObjects: readonly ProblemObject[], requestId: string | undefined, body?: unknown) {
    super(problemObjects[0]?.detail ?? `The server answered ${status}`)
    this.name = 'CallFailure'
    this.status = status
    this.problems = problemObjects
    this.requestId = requestId
    this.body = body
  }

  /** The code of the first problem; `internal` for a response that is not ours (a proxy's page). */
  get code(): ProblemCode {
    return this.problems[0]?.code ?? 'internal'
  }
}

/**
 * The server asked for a proof of identity that the person had just given. To callers it is a refusal like any other, unlike
 * `stepUpRequired`, by which they know a declined proof.
 */
export class ProofNotAccepted extends CallFailure {
  constructor({ status, problems, requestId, body }: CallFailure) {
    super(status, problems, requestId, body)
    this.name = 'ProofNotAccepted'
  }

  override get code(): ProblemCode {
    return 'forbidden'
  }
}

/** The id of the failed request; undefined without a response. */
export const requestIdOf = (error: unknown): string | undefined =>
  error instanceof CallFailure ? error.requestId : undefined

/** No response arrived: the network or the server is down. */
export class NoResponse extends Error {
  constructor(cause: unknown) {
    super('Network request failed', { cause })
    this.name = 'NoResponse'
  }
}

/** True for a call without a response and for code that could not be loaded: both are network failures. */
export const hasNoResponse = (error: unknown): boolean => error instanceof NoResponse || isCodeMissing(error)

/** The record has changed, though the server did not say so by a 412. */
export class StaleRecordError extends Error {
  constructor() {
    super('The record is another by now')
    this.name = 'StaleRecordError'
  }
}

/** True when the call failed with this code. */
export const failedWith = (error: unknown, code: ProblemCode): error is CallFailure =>
  error instanceof CallFailure && error.code === code

/** For `catch` of a deletion: a record that no longer exists counts as deleted. */
export function ignoreNotFound(error: unknown): undefined {
  if (!failedWith(error, 'notFound')) throw error
}
