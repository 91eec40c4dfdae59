import type { ProblemObject } from '@lintel/contract/problems'
import { type SyntheticEvent, useState } from 'react'
import type { z } from 'zod'
import { toFirstWrong } from '../../ui/to-first-wrong'
import { fieldOf } from '../at-field'
import { CallFailure } from '../failure'
import { tooLongFor } from '../problem-text'
import { useFieldError } from '../use-field-error'
import { isSame } from './draft'
import { type FieldWords, useConflicts } from './use-conflicts'
import type { FormDraft } from './use-draft'

type FieldOf<V> = keyof V & string

interface FieldTerms<V extends object> extends FieldWords<V> {
  draft: FormDraft<V>
  /** The rules; its messages are problem codes. */
  schema?: z.ZodType
  /** True to tell what is wrong while somebody types, not only once they submit. */
  checksAtOnce?: boolean
  /** Names of the server for fields that are called otherwise here. */
  aliases?: Readonly<Record<string, FieldOf<V>>>
}

/** The fields of a draft: what is typed, what is wrong, and what somebody else has changed meanwhile. */
export function useFormFields<V extends object>(terms: FieldTerms<V>) {
  const { draft, schema, checksAtOnce = false, aliases = {} } = terms
  const [isChecked, setChecked] = useState(false)
  const [refused, setRefused] = useState<{ codes: Readonly<Record<string, string>>; values: V }>()
  const { values } = draft
  const issues = schema ? issuesOf(schema, values) : {}
  const isWrong = (field: string) =>
    issues[field] !== undefined && (isChecked || (checksAtOnce && Object.hasOwn(draft.changes, field)))
  const told = Object.fromEntries(Object.entries(issues).filter(([field]) => isWrong(field)))
  // What the server has refused is wrong until it is another.
  const still = Object.entries(refused?.codes ?? {}).filter(([field]) =>
    isSame(refused?.values[field as keyof V], values[field as keyof V]),
  )
  const errors: Readonly<Record<string, string>> = { ...Object.fromEntries(still), ...told }
  const wrong = useFieldError(errors)
  const conflicts = useConflicts()(draft, terms)
  const note = (field: FieldOf<V>) => conflicts.find(({ key }) => key === field)?.note
  return {
    conflicts,
    /** Says quietly that somebody else has changed a field that was typed into. */
    note,
    isValid: Object.keys(issues).length === 0,
    hasErrors: Object.keys(errors).length > 0,
    wrong,
    /** What a field of text is given. */
    field: <F extends FieldOf<V>>(name: F) => ({
      name,
      value: String(values[name] ?? ''),
      onChange: ({ target }: { target: { value: string } }) => draft.set(name, target.value as V[F]),
      error: wrong(name),
      hint: note(name),
    }),
    /** Whether the form may be sent; if not, the keyboard goes to the first field that is wrong. */
    check(event: SyntheticEvent): boolean {
      setChecked(true)
      if (Object.keys(issues).length === 0) return true
      toFirstWrong(undefined, undefined, event)
      return false
    },
    /** Takes the problems of a refused save to the fields that they name. */
    refuse(error: Error) {
      if (!(error instanceof CallFailure)) return
      const codes = error.problems.flatMap((problem) => {
        const named = fieldOf(problem) ?? ''
        const field = aliases[named] ?? named
        return Object.hasOwn(values, field) ? [[field, codeOf(problem)] as const] : []
      })
      setRefused({ codes: Object.fromEntries(codes), values })
    },
  }
}

/** The first thing that is wrong with each field, as a problem's code. */
function issuesOf(schema: z.ZodType, values: object): Readonly<Record<string, string>> {
  const issues: Record<string, string> = {}
  for (const issue of schema.safeParse(values).error?.issues ?? []) {
    const isTooLong = issue.code === 'too_big' && issue.origin === 'string'
    issues[String(issue.path[0])] ??= isTooLong ? tooLongFor(Number(issue.maximum)) : issue.message
  }
  return issues
}

/** A problem of the server as such a code. */
const codeOf = ({ code, meta }: ProblemObject): string =>
  code === 'tooLong' && typeof meta?.limit === 'number' ? tooLongFor(meta.limit) : code
