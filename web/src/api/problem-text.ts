import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { ProblemCode } from '@lintel/contract/problems'
import { problemTexts } from '../i18n/problem-texts'
import { CallFailure, isUnanswered, Outdated } from './failure'

/** A failure that knows what to tell a person. */
export abstract class WordedFailure extends Error {
  abstract readonly words: MessageDescriptor
}

const noConnection = msg`There is no connection to the server. Check your network and try again.`

/** What to tell a person about any failure; the id of its request stands beside it ({@link RequestId}). */
export function problemText(error: unknown): MessageDescriptor {
  if (isUnanswered(error)) return noConnection
  if (error instanceof Outdated) return problemTexts.stale
  if (error instanceof WordedFailure) return error.words
  return codeText(error instanceof CallFailure ? error.code : 'internal')
}

/** What to tell about a failure of which its code is kept, as that of a job. */
export const codeText = (code: string): MessageDescriptor => problemTexts[isKnown(code) ? code : 'internal']

/** The code of a text that is too long, with the number of characters that it may have, as {@link fieldText} reads it. */
export const tooLongFor = (limit: number): string => `tooLong:${limit}`

/** What to tell about a field, given the message of the contract's schema, which is a problem code. */
export function fieldText(message: string): MessageDescriptor {
  const limit = Number(/^tooLong:(\d+)$/.exec(message)?.[1])
  if (limit) return msg`${plural(limit, { one: 'At most # character.', other: 'At most # characters.' })}`
  return problemTexts[isKnown(message) ? message : 'invalid']
}

/** A newer server, or what stands before it, may say what this page has no words for. */
const isKnown = (code: string): code is ProblemCode => Object.hasOwn(problemTexts, code)
