import type { z } from 'zod'
import { refused } from './scim-problem'

/** The value of an attribute by its schema. Throws `invalidValue` with the attribute's name. */
export function required<T>(name: string, schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw refused('invalidValue', value === undefined ? `${name} is required` : `${name} is not valid`)
}

/** The same for one that may be left out: null without a value. */
export const optional = <T>(name: string, schema: z.ZodType<T>, value: unknown): T | null =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
    ? null
    : required(name, schema, value)

/** What no line of a text may have. */
const unfit = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]+/gu

/**
 * A text about somebody as a profile takes it: one that fits stays as it is, of another what is unfit becomes a space and what is over
 * `most` characters is cut. Null where that does not fit either: a directory is not refused for it, since access depends on what it says.
 */
export function fitted(schema: z.ZodType<string>, most: number, value: unknown): string | null {
  if (typeof value !== 'string') return null
  const parsed = (text: string) => schema.safeParse(text).data
  return (parsed(value) ?? parsed(shortened(value.replaceAll(unfit, ' ').trim(), most))) || null
}

/** No character is cut in half. */
const shortened = (text: string, most: number) => text.slice(0, most).replace(/\p{Surrogate}$/u, '')
