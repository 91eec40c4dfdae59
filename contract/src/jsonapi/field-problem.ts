import type { z } from 'zod'
import { type ProblemCode, type ProblemObject, problemObject, problems } from '../problems'

/** Converts a zod issue to a problem: by its message if that is a problem code, else by its kind. */
export function fieldProblem(issue: z.core.$ZodIssue, pointer: string): ProblemObject {
  // The limit, where there are too many entries of a list or characters of a text.
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
