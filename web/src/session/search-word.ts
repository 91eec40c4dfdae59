/**
 * A parameter of an address as a word; undefined when it is absent or no word. The router has read figures as numbers and
 * `true` as a boolean. No schema: the parameters of all routes are read before the first screen, which has no room for zod.
 */
export const searchWord = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
