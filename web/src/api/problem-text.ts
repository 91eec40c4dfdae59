import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { ProblemCode } from '@lintel/contract/problems'
import { problemTexts, proofNotAccepted } from '../i18n/problem-texts'
import { CallFailure, hasNoResponse, ProofNotAccepted, StaleRecordError } from './failure'

/** A failure that carries its own text for the user. */
export abstract class DescribedFailure extends Error {
  abstract readonly description: MessageDescriptor
}

const noConnection = msg`There is no connection to the server. Check your network and try again.`

/** The text for the user of any failure; {@link RequestId} shows the id of its request. */
export function problemText(error: unknown): MessageDescriptor {
  if (hasNoResponse(error)) return noConnection
  if (error instanceof StaleRecordError) return problemTexts.stale
  if (error instanceof ProofNotAccepted) return proofNotAccepted
  if (error instanceof DescribedFailure) return error.description
  return codeText(error instanceof CallFailure ? error.code : 'internal')
}

/** The text of a failure known by its stored code, such as a job's. */
export const codeText = (code: string): MessageDescriptor => problemTexts[isKnown(code) ? code : 'internal']

/** The code of a text that is too long, with its limit in characters, as {@link fieldText} reads it. */
export const tooLongCode = (limit: number): string => `tooLong:${limit}`

/** The text for a field error; `message` is a problem code, as the contract's schemas use. */
export function fieldText(message: string): MessageDescriptor {
  const limit = Number(/^tooLong:(\d+)$/.exec(message)?.[1])
  if (limit) return msg`${plural(limit, { one: 'At most # character.', other: 'At most # characters.' })}`
  return problemTexts[isKnown(message) ? message : 'invalid']
}

/** A newer server or a proxy may send a code that this page does not know. */
const isKnown = (code: string): code is ProblemCode => Object.hasOwn(problemTexts, code)
