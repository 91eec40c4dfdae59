import type { z } from 'zod'
import { cutText } from '../../platform/cut-text'
import { scimProblem } from './scim-problem'
import { type Attribute, findAttribute } from './scim-schema'

/** Parses an attribute by its schema. Throws `invalidValue` with its name. */
export function required<T>(name: string, schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw scimProblem('invalidValue', value === undefined ? `${name} is required` : `${name} is not valid`)
}

/** The same for an optional attribute: null without a value. */
export const optional = <T>(name: string, schema: z.ZodType<T>, value: unknown): T | null =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
    ? null
    : required(name, schema, value)

/** A boolean, which some directories write as a text (`"True"`); undefined for anything else. */
export function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value.toLowerCase() : undefined
  return text === 'true' ? true : text === 'false' ? false : undefined
}

/** Maximum characters of a text in a document, beyond which it is cut (security H4). */
const maxTextLength = 1_000

/** The elements of a single value or a list; a string is an element with that value. */
export const toElements = (attribute: Attribute, value: unknown): Record<string, unknown>[] =>
  [value]
    .flat()
    .map((element) => subAttributesOf(attribute, typeof element === 'string' ? { value: element } : element))

/** The sub-attributes that the schema defines; others are dropped. */
export function subAttributesOf(attribute: Attribute, value: unknown): Record<string, unknown> {
  if (!isObject(value)) throw scimProblem('invalidValue', `${attribute.name} takes objects`)
  const subAttributes: Record<string, unknown> = {}
  for (const [name, each] of Object.entries(value)) {
    const subAttribute = findAttribute(attribute.subAttributes ?? [], name)
    if (subAttribute) subAttributes[subAttribute.name] = scalarOf(subAttribute, each)
  }
  return subAttributes
}

/** The value of an attribute, alone or in a list of one. */
export function scalarOf({ name, type }: Attribute, value: unknown): unknown {
  const one = Array.isArray(value) && value.length === 1 ? value[0] : value
  if (one === null || one === undefined) return undefined
  if (type === 'boolean') {
    const read = booleanOf(one)
    if (read !== undefined) return read
    throw scimProblem('invalidValue', `${name} is true or false`)
  }
  if (typeof one !== 'string') throw scimProblem('invalidValue', `${name} takes a text`)
  return cutText(one, maxTextLength)
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Control characters, lone surrogates and bidirectional controls. */
const unsafeCharacters = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]+/gu

/**
 * Fits a text to a profile field: a valid text stays as it is; otherwise unsafe characters become spaces and the text is cut to `maxLength`
 * characters. Null where it is still invalid. A directory request is never rejected for it, because access depends on these requests.
 */
export function sanitizeText(schema: z.ZodType<string>, maxLength: number, value: unknown): string | null {
  if (typeof value !== 'string') return null
  const parsed = (text: string) => schema.safeParse(text).data
  return (parsed(value) ?? parsed(cutText(value.replaceAll(unsafeCharacters, ' ').trim(), maxLength))) || null
}
