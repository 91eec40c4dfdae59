import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ProblemCode } from '@lintel/contract/problems'
import { problemTexts } from '../i18n/problem-texts'
import { CallFailure, NoAnswer, Outdated } from './failure'

const noConnection = msg`There is no connection to the server. Check your network and try again.`

/** What to tell a person about any failure. */
export function problemText(error: unknown): MessageDescriptor {
  if (error instanceof NoAnswer) return noConnection
  if (error instanceof Outdated) return problemTexts.stale
  const code = error instanceof CallFailure ? error.code : 'internal'
  return problemTexts[isKnown(code) ? code : 'internal']
}

/** What to tell about a field, given the message of the contract's schema, which is a problem code. */
export const fieldText = (message: string): MessageDescriptor => problemTexts[isKnown(message) ? message : 'invalid']

/** A newer server, or what stands before it, may say what this page has no words for. */
const isKnown = (code: string): code is ProblemCode => Object.hasOwn(problemTexts, code)
