import type { Filter, FilterValue } from './scim-filter'
import { scimProblem } from './scim-problem'
import { type Attribute, findAttribute } from './scim-schema'
import { booleanOf } from './scim-value'

type Element = Record<string, unknown>

/** Throws `invalidFilter` for sub-attributes that the attribute does not have. */
export function assertKnownSubAttributes(filter: Filter, attribute: Attribute): void {
  switch (filter.kind) {
    case 'and':
    case 'or':
      for (const one of filter.of) assertKnownSubAttributes(one, attribute)
      return
    case 'not':
      assertKnownSubAttributes(filter.of, attribute)
      return
    case 'element':
      throw scimProblem('invalidFilter', 'Brackets do not stand in brackets')
    default:
      if (findAttribute(attribute.subAttributes ?? [], filter.path)) return
      throw scimProblem('invalidFilter', `${attribute.name} have no ${filter.path}`)
  }
}

/** The element that a filter describes by equality of its sub-attributes; undefined for any other filter. */
export function elementFromFilter(filter: Filter, attribute: Attribute): Element | undefined {
  if (filter.kind === 'and') {
    const [one, other] = filter.of.map((each) => elementFromFilter(each, attribute))
    return one && other && { ...one, ...other }
  }
  if (filter.kind !== 'compare' || filter.operator !== 'eq') return undefined
  const subAttribute = findAttribute(attribute.subAttributes ?? [], filter.path)
  if (!subAttribute) return undefined
  const value = subAttribute.type === 'boolean' ? (booleanOf(filter.value) ?? filter.value) : filter.value
  return { [subAttribute.name]: value }
}

/** How often a filter compares each element. */
export function comparisonsOf(filter: Filter): number {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.of.reduce((sum, one) => sum + comparisonsOf(one), 0)
    case 'not':
    case 'element':
      return comparisonsOf(filter.of)
    default:
      return 1
  }
}

/** Whether an element of a multi-valued attribute matches a filter on its sub-attributes. */
export function matches(element: Element, filter: Filter): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.of.every((one) => matches(element, one))
    case 'or':
      return filter.of.some((one) => matches(element, one))
    case 'not':
      return !matches(element, filter.of)
    case 'element':
      throw scimProblem('invalidPath', 'Brackets do not stand in brackets')
    case 'present':
      return subAttributeValue(element, filter.path) !== null
    case 'compare':
      return compareValues(subAttributeValue(element, filter.path), filter.operator, filter.value)
  }
}

/** The sub-attribute of that lower-cased name; null without one. */
const subAttributeValue = (element: Element, path: string): unknown =>
  Object.entries(element).find(([name]) => name.toLowerCase() === path)?.[1] ?? null

function compareValues(value: unknown, operator: string, expected: FilterValue): boolean {
  const own = typeof value === 'string' ? value.toLowerCase() : value
  const text = typeof expected === 'string' ? expected.toLowerCase() : expected
  const other = typeof own === 'boolean' ? (booleanOf(text) ?? text) : text
  if (operator === 'eq') return own === other
  if (operator === 'ne') return own !== other
  if (typeof own !== 'string' || typeof other !== 'string') return false
  if (operator === 'co') return own.includes(other)
  if (operator === 'sw') return own.startsWith(other)
  if (operator === 'ew') return own.endsWith(other)
  if (operator === 'gt') return own > other
  if (operator === 'ge') return own >= other
  return operator === 'lt' ? own < other : own <= other
}
