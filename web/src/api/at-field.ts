import type { ProblemCode, ProblemObject } from '@lintel/contract/problems'
import { CallFailure } from './failure'

/** The part of a form that takes errors; `@mantine/form` has it. */
interface FormWithErrors {
  getValues(): object
  setFieldError(path: string, error: string): void
}

/**
 * The field that a problem's pointer names: `/data/attributes/name` → name, `/username` → username, the same in an
 * operation: `/atomic:operations/0/data/attributes/name` → name, and in a change set's:
 * `/data/attributes/input/profile/phone` → phone, `/data/attributes/input/user` → user.
 */
export function fieldOf({ source }: ProblemObject): string | undefined {
  if (!source || !('pointer' in source)) return undefined
  return /^(?:\/atomic:operations\/\d+(?=\/data))?\/(?:data\/(?:attributes|relationships)\/)?(?:input\/(?:profile\/|fields\/)?)?([^/]+)/.exec(
    source.pointer,
  )?.[1]
}

/** Problems of a failed call that name no field of the form: those are for a toast. */
const problemsBeside = (error: unknown, fields: readonly string[]): readonly ProblemObject[] =>
  error instanceof CallFailure ? error.problems.filter((problem) => !fields.includes(fieldOf(problem) ?? '')) : []

/** True when every problem of the failure names one of these fields. */
export const isAllAtFields = (error: unknown, fields: readonly string[]): boolean =>
  error instanceof CallFailure && error.problems.length > 0 && problemsBeside(error, fields).length === 0

/** True when the call failed with this code at this field. */
export const failedAt = (error: unknown, field: string, code: ProblemCode): boolean =>
  error instanceof CallFailure && error.problems.some((problem) => problem.code === code && fieldOf(problem) === field)

/** For `onError` of a save: puts each problem on the field it names, as its code. */
export const atField = (form: FormWithErrors) => (error: unknown) => {
  if (!(error instanceof CallFailure)) return
  const fields = Object.keys(form.getValues())
  for (const problem of error.problems) {
    const field = fieldOf(problem)
    if (field !== undefined && fields.includes(field)) form.setFieldError(field, problem.code)
  }
}
