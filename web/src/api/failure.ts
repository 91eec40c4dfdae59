import type { ProblemCode, ProblemObject } from '@lintel/contract/problems'
import { isCodeMissing } from './missing-code'

/** The server answered that the call failed: the problems it named and the request's id for the support. */
export class CallFailure extends Error {
  readonly status: number
  readonly problems: readonly ProblemObject[]
  readonly requestId: string | undefined
  /** The parsed body: identity calls carry more than problems there (account-portal chapter 8). */
  readonly body: unknown

  constructor(status: number, given: readonly ProblemObject[], requestId: string | undefined, body?: unknown) {
    super(given[0]?.detail ?? `The server answered ${status}`)
    this.name = 'CallFailure'
    this.status = status
    this.problems = given
    this.requestId = requestId
    this.body = body
  }

  /** The code of the first problem; `internal` for an answer that was not ours (a proxy's page). */
  get code(): ProblemCode {
    return this.problems[0]?.code ?? 'internal'
  }
}

/** The id of the request that failed; undefined where the server has not answered. */
export const requestIdOf = (error: unknown): string | undefined =>
  error instanceof CallFailure ? error.requestId : undefined

/** No answer came at all: no network, or the server is gone. */
export class NoAnswer extends Error {
  constructor(cause: unknown) {
    super('Network request failed', { cause })
    this.name = 'NoAnswer'
  }
}

/** True where nothing came: a call without an answer, or code that did not arrive. What it was is the network's fault. */
export const isUnanswered = (error: unknown): boolean => error instanceof NoAnswer || isCodeMissing(error)

/** The server answered, in another way than by 412, that the record is another by now. */
export class Outdated extends Error {
  constructor() {
    super('The record is another by now')
    this.name = 'Outdated'
  }
}

/** True when the call failed with this code. */
export const failedWith = (error: unknown, code: ProblemCode): error is CallFailure =>
  error instanceof CallFailure && error.code === code

/** For `catch` of an end that was wanted: what is not there any more has ended. */
export function unlessNotFound(error: unknown): undefined {
  if (!failedWith(error, 'notFound')) throw error
}
