import type { ProblemObject } from '@lintel/contract/problems'
import { type SyntheticEvent, useState } from 'react'
import type { z } from 'zod'
import { focusFirstInvalid } from '../../ui/focus-first-invalid'
import { isTemporaryFailure } from '../availability'
import { CallFailure } from '../failure'
import { fieldOf } from '../field-errors'
import { tooLongCode } from '../problem-text'
import { useFieldError } from '../use-field-error'
import { isSame } from './draft'
import { type FieldDescriptions, useConflicts } from './use-conflicts'
import type { FormDraft } from './use-draft'

type FieldOf<V> = keyof V & string

interface FormFieldsOptions<V extends object> extends FieldDescriptions<V> {
  draft: FormDraft<V>
  /** The validation; its messages are problem codes. */
  schema?: z.ZodType
  /** True to show errors while typing, not only after the first submit. */
  validatesOnChange?: boolean
  /** The form's fields by server names that differ. */
  aliases?: Readonly<Record<string, FieldOf<V>>>
}

/** The fields of a draft: values, errors and conflicting changes. */
export function useFormFields<V extends object>(terms: FormFieldsOptions<V>) {
  const { draft, schema, validatesOnChange = false, aliases = {} } = terms
  const [isChecked, setChecked] = useState(false)
  const [serverErrors, setServerErrors] = useState<{ codes: Readonly<Record<string, string>>; values: V }>()
  /** The last values sent, as JSON, if they were not answered. */
  const [unanswered, setUnanswered] = useState<string>()
  const { values } = draft
  // What was sent without an answer was valid, and may be among the stored records by now.
  const issues = schema && unanswered !== JSON.stringify(values) ? issuesOf(schema, values) : {}
  const isWrong = (field: string) =>
    issues[field] !== undefined && (isChecked || (validatesOnChange && Object.hasOwn(draft.changes, field)))
  const visibleIssues = Object.fromEntries(Object.entries(issues).filter(([field]) => isWrong(field)))
  // A server error stays until the value changes.
  const remaining = Object.entries(serverErrors?.codes ?? {}).filter(([field]) =>
    isSame(serverErrors?.values[field as keyof V], values[field as keyof V]),
  )
  const errors: Readonly<Record<string, string>> = { ...Object.fromEntries(remaining), ...visibleIssues }
  const wrong = useFieldError(errors)
  const conflicts = useConflicts()(draft, terms)
  const note = (field: FieldOf<V>) => conflicts.find(({ key }) => key === field)?.note
  return {
    conflicts,
    /** An unobtrusive remark that somebody else has changed an edited field. */
    note,
    isValid: Object.keys(issues).length === 0,
    hasErrors: Object.keys(errors).length > 0,
    wrong,
    /** The props of a text field. */
    field: <F extends FieldOf<V>>(name: F) => ({
      name,
      value: String(values[name] ?? ''),
      onChange: ({ target }: { target: { value: string } }) => draft.set(name, target.value as V[F]),
      error: wrong(name),
      hint: note(name),
    }),
    /** Validates the form; if it is invalid, moves the focus to the first invalid field. */
    check(event: SyntheticEvent): boolean {
      setChecked(true)
      if (Object.keys(issues).length === 0) return true
      focusFirstInvalid(undefined, undefined, event)
      return false
    },
    /** Shows the problems of a refused save on the fields that they name. */
    refuse(error: Error) {
      setUnanswered(isTemporaryFailure(error) ? JSON.stringify(values) : undefined)
      if (!(error instanceof CallFailure)) return
      const codes = error.problems.flatMap((problem) => {
        const pointed = fieldOf(problem) ?? ''
        const field = aliases[pointed] ?? pointed
        return Object.hasOwn(values, field) ? [[field, codeOf(problem)] as const] : []
      })
      setServerErrors({ codes: Object.fromEntries(codes), values })
    },
  }
}

/** The first error of each field, as a problem code. */
function issuesOf(schema: z.ZodType, values: object): Readonly<Record<string, string>> {
  const issues: Record<string, string> = {}
  for (const issue of schema.safeParse(values).error?.issues ?? []) {
    const isTooLong = issue.code === 'too_big' && issue.origin === 'string'
    issues[String(issue.path[0])] ??= isTooLong ? tooLongCode(Number(issue.maximum)) : issue.message
  }
  return issues
}

/** A server problem as such a code. */
const codeOf = ({ code, meta }: ProblemObject): string =>
  code === 'tooLong' && typeof meta?.limit === 'number' ? tooLongCode(meta.limit) : code
