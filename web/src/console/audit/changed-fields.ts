/** A field of an event with its values before and after. */
export interface ChangedField {
  field: string
  before: string
  after: string
}

/** The changed fields of an event; a value that is not an object is returned as a single field. */
export function changedFields(before: unknown, after: unknown): ChangedField[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].map((field) => ({
    field,
    before: textOf(was[field]),
    after: textOf(is[field]),
  }))
}

const fieldsOf = (state: unknown): Record<string, unknown> => {
  if (state === null || state === undefined) return {}
  return typeof state === 'object' && !Array.isArray(state) ? (state as Record<string, unknown>) : { '–': state }
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
