import type { ProblemCode, ProblemObject } from '@lintel/contract/problems'
import { CallFailure } from './failure'

/** The part of a `@mantine/form` form that accepts field errors. */
interface FormWithErrors {
  getValues(): object
  setFieldError(path: string, error: string): void
}

/**
 * The field named by a problem's pointer: `/data/attributes/name` → name, `/username` → username; likewise inside an operation,
 * `/atomic:operations/0/data/attributes/name` → name, and inside a change set's input, `/data/attributes/input/profile/phone` → phone,
 * `/data/attributes/input/user` → user.
 */
export function fieldOf({ source }: ProblemObject): string | undefined {
  if (!source || !('pointer' in source)) return undefined
  return /^(?:\/atomic:operations\/\d+(?=\/data))?\/(?:data\/(?:attributes|relationships)\/)?(?:input\/(?:profile\/|fields\/)?)?([^/]+)/.exec(
    source.pointer,
  )?.[1]
}

/** Problems of a failed call that name no field of the form; these go to a toast. */
const otherProblems = (error: unknown, fields: readonly string[]): readonly ProblemObject[] =>
  error instanceof CallFailure ? error.problems.filter((problem) => !fields.includes(fieldOf(problem) ?? '')) : []

/** True when every problem of the failure names one of these fields. */
export const areAllOnFields = (error: unknown, fields: readonly string[]): boolean =>
  error instanceof CallFailure && error.problems.length > 0 && otherProblems(error, fields).length === 0

/** True when the call failed with this code at this field. */
export const failedAtField = (error: unknown, field: string, code: ProblemCode): boolean =>
  error instanceof CallFailure && error.problems.some((problem) => problem.code === code && fieldOf(problem) === field)

/** For `onError` of a save: sets the code of each problem as the error of the field that it names. */
export const setFieldErrors = (form: FormWithErrors) => (error: unknown) => {
  if (!(error instanceof CallFailure)) return
  const fields = Object.keys(form.getValues())
  for (const problem of error.problems) {
    const field = fieldOf(problem)
    if (field !== undefined && fields.includes(field)) form.setFieldError(field, problem.code)
  }
}
