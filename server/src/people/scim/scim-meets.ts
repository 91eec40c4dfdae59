import type { Filter, FilterValue } from './scim-filter'
import { refused } from './scim-problem'
import { type Attribute, attributeNamed } from './scim-schema'

type Element = Record<string, unknown>

/** Refuses a filter about parts that the attribute does not have. */
export function mustKnowParts(filter: Filter, attribute: Attribute): void {
  switch (filter.kind) {
    case 'and':
    case 'or':
      for (const one of filter.of) mustKnowParts(one, attribute)
      return
    case 'not':
      mustKnowParts(filter.of, attribute)
      return
    case 'element':
      throw refused('invalidFilter', 'Brackets do not stand in brackets')
    default:
      if (attributeNamed(attribute.parts ?? [], filter.path)) return
      throw refused('invalidFilter', `${attribute.name} have no ${filter.path}`)
  }
}

/** The element that a filter describes by what its parts are equal to; undefined where it asks anything else. */
export function elementOf(filter: Filter, attribute: Attribute): Element | undefined {
  if (filter.kind === 'and') {
    const [one, other] = filter.of.map((each) => elementOf(each, attribute))
    return one && other && { ...one, ...other }
  }
  if (filter.kind !== 'compare' || filter.by !== 'eq') return undefined
  const part = attributeNamed(attribute.parts ?? [], filter.path)
  return part && { [part.name]: filter.value }
}

/** Whether an element of a multi-valued attribute meets a filter about its parts. */
export function meets(element: Element, filter: Filter): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.of.every((one) => meets(element, one))
    case 'or':
      return filter.of.some((one) => meets(element, one))
    case 'not':
      return !meets(element, filter.of)
    case 'element':
      throw refused('invalidPath', 'Brackets do not stand in brackets')
    case 'present':
      return partNamed(element, filter.path) !== null
    case 'compare':
      return compares(partNamed(element, filter.path), filter.by, filter.value)
  }
}

/** The part of that name, which is in lower case; null where it has none. */
const partNamed = (element: Element, path: string): unknown =>
  Object.entries(element).find(([name]) => name.toLowerCase() === path)?.[1] ?? null

function compares(value: unknown, by: string, wanted: FilterValue): boolean {
  const own = typeof value === 'string' ? value.toLowerCase() : value
  const other = typeof wanted === 'string' ? wanted.toLowerCase() : wanted
  if (by === 'eq') return own === other
  if (by === 'ne') return own !== other
  if (typeof own !== 'string' || typeof other !== 'string') return false
  if (by === 'co') return own.includes(other)
  if (by === 'sw') return own.startsWith(other)
  if (by === 'ew') return own.endsWith(other)
  if (by === 'gt') return own > other
  if (by === 'ge') return own >= other
  return by === 'lt' ? own < other : own <= other
}
