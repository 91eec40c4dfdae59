import { type AnyResource, changeableFields, type Patch } from '@lintel/contract/jsonapi/resource'
import { z } from 'zod'

/** The texts of a form by field. */
export type Texts<F extends string> = Record<F, string>

/** How the fields of a resource are edited as texts, derived from its declaration. */
export interface RecordFields<R extends AnyResource, F extends string = keyof Patch<R> & string> {
  names: readonly F[]
  /** Their validation, with problem codes as messages. */
  schema: z.ZodObject
  /** True for a field that may not be empty. */
  isRequired(name: F): boolean
  valuesOf(record: object | undefined): Texts<F>
  /** The patch of these texts, trimmed; empty ones become null. */
  patchOf(values: Partial<Texts<F>>): Patch<R>
}

/** The changeable fields of a resource, or `only` some of them; each is a text or null. */
export function recordFields<R extends AnyResource, F extends keyof Patch<R> & string = keyof Patch<R> & string>(
  resource: R,
  only?: readonly F[],
): RecordFields<R, F> {
  const names = changeableFields(resource).filter((name): name is F => only?.some((one) => one === name) ?? true)
  const shape: Record<string, z.ZodType<unknown, string | null>> = resource.fields.shape
  const isNullable = (name: F) => shape[name]?.safeParse(null).success === true
  const typed = (name: F) => (isNullable(name) ? textOrNull(shape[name] ?? z.never()) : shape[name])
  const byName = <T>(of: (name: F) => T) => Object.fromEntries(names.map((name) => [name, of(name)])) as Record<F, T>
  return {
    names,
    schema: z.object(byName((name) => typed(name) ?? z.never())),
    isRequired: (name) => !isNullable(name),
    valuesOf: (record) => byName((name) => String((record as Partial<Record<F, unknown>> | undefined)?.[name] ?? '')),
    patchOf: (values) => patchOf(values) as Patch<R>,
  }
}

/** The validation of a text that may be empty, by the rule of a field that may be null. */
export const textOrNull = (rule: z.ZodType) =>
  z
    .string()
    .trim()
    .transform((text) => text || null)
    .pipe(rule as z.ZodType<unknown, string | null>)

/** The patch of form values: texts are trimmed, empty ones become null. */
export const patchOf = (values: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, typeof value === 'string' ? value.trim() || null : value]),
  )

/** True when another record has this name, ignoring case. */
export function isNameTaken(
  name: string,
  others: readonly { id: string; name: string }[],
  own: string | undefined,
): boolean {
  const normalized = name.trim().toLowerCase()
  return others.some((other) => other.id !== own && other.name.toLowerCase() === normalized)
}
