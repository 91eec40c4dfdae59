import type { z } from 'zod'
import { cutText } from '../../platform/cut-text'
import { scimProblem } from './scim-problem'

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
