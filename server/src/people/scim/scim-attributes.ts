import type { ScimAttributesQuery } from '@lintel/contract/people/scim'
import { attributePath } from './scim-filter'
import type { Document } from './scim-patch'

/** Attributes in every response (RFC 7643, 7: returned “always”). */
const alwaysReturned = ['schemas', 'id']

/**
 * The document with only the requested attributes (`attributes`), or without the excluded ones (`excludedAttributes`). Sub-attributes are named as
 * in `name.familyName` (RFC 7644, 3.9).
 */
export function selectAttributes(
  document: Document,
  { attributes = '', excludedAttributes = '' }: ScimAttributesQuery,
): Document {
  const [included, excluded] = [parseAttributeNames(attributes), parseAttributeNames(excludedAttributes)]
  if (included.length > 0) return pickAttributes(document, included)
  return excluded.length > 0 ? omitAttributes(document, excluded) : document
}

/** Whether the attribute or one of its sub-attributes is requested. */
export function isAttributeRequested(
  name: string,
  { attributes = '', excludedAttributes = '' }: ScimAttributesQuery,
): boolean {
  const included = parseAttributeNames(attributes)
  if (included.length > 0) return included.some((one) => one === name || one.startsWith(`${name}.`))
  return !parseAttributeNames(excludedAttributes).includes(name)
}

const parseAttributeNames = (text: string): string[] =>
  text
    .split(',')
    .map((name) => attributePath(name.trim()))
    .filter((name) => name !== '')

const isSchema = (name: string) => name.includes(':')

function pickAttributes(document: Document, names: readonly string[]): Document {
  const result: Document = {}
  for (const [name, value] of Object.entries(document)) {
    const lowerName = name.toLowerCase()
    const subAttributes = names
      .filter((each) => each.startsWith(`${lowerName}.`))
      .map((each) => each.slice(lowerName.length + 1))
    if (alwaysReturned.includes(lowerName) || names.includes(lowerName)) result[name] = value
    // Extension attributes are named without their URN here, since `attributePath` removes it.
    else if (isSchema(name))
      Object.assign(
        result,
        nonEmpty(
          name,
          subAttributesOf(value, (subAttribute) => names.includes(subAttribute)),
        ),
      )
    else if (subAttributes.length > 0)
      result[name] = subAttributesOf(value, (subAttribute) => subAttributes.includes(subAttribute))
  }
  return result
}

function omitAttributes(document: Document, names: readonly string[]): Document {
  const result: Document = {}
  for (const [name, value] of Object.entries(document)) {
    const lowerName = name.toLowerCase()
    if (!alwaysReturned.includes(lowerName) && names.includes(lowerName)) continue
    if (isSchema(name))
      Object.assign(
        result,
        nonEmpty(
          name,
          subAttributesOf(value, (subAttribute) => !names.includes(subAttribute)),
        ),
      )
    else
      result[name] = names.some((each) => each.startsWith(`${lowerName}.`))
        ? subAttributesOf(value, (subAttribute) => !names.includes(`${lowerName}.${subAttribute}`))
        : value
  }
  return result
}

/** The sub-attributes of an object, or of each object in a list, whose lower-cased names are accepted. */
function subAttributesOf(value: unknown, isIncluded: (subAttribute: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((element) => subAttributesOf(element, isIncluded))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([subAttribute]) => isIncluded(subAttribute.toLowerCase())))
}

const nonEmpty = (name: string, subAttributes: unknown): Document =>
  typeof subAttributes === 'object' && subAttributes !== null && Object.keys(subAttributes).length > 0
    ? { [name]: subAttributes }
    : {}
