/**
 * A search parameter as text; undefined when it is absent or not a scalar. The router parses numbers and booleans, so they are converted
 * back. Without a schema: the parameters of all routes are parsed before the first screen, whose bundle must not include zod.
 */
export const textParameter = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
