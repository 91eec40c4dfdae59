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
