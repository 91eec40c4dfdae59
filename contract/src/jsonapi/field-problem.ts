import type { z } from 'zod'
import { type ProblemCode, type ProblemObject, problemObject, problems } from '../problems'

/** A zod issue as a problem: its message when that is a problem code, else by what is wrong. */
export function fieldProblem(issue: z.core.$ZodIssue, pointer: string): ProblemObject {
  // How many there may be, where there are too many of them: entries of a list, characters of a text.
  const limit = issue.code === 'too_big' &&
    ['array', 'string'].includes(issue.origin) && {
      meta: { limit: Number(issue.maximum) },
    }
  if (Object.hasOwn(problems, issue.message)) {
    return problemObject(issue.message as ProblemCode, { pointer, ...limit })
  }
  if (issue.code === 'invalid_type' && issue.input === undefined && issue.message.includes('undefined')) {
    return problemObject('required', { pointer })
  }
  if (issue.code === 'too_big') return problemObject('tooLong', { pointer, detail: issue.message, ...limit })
  if (issue.code === 'too_small') return problemObject('tooShort', { pointer, detail: issue.message })
  return problemObject('invalid', { pointer, detail: issue.message })
}
