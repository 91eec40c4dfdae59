import type { ScimShown } from '@lintel/contract/people/scim'
import { attributePath } from './scim-filter'
import type { Document } from './scim-patch'

/** Attributes that every answer carries (RFC 7643, 7: returned “always”). */
const always = ['schemas', 'id']

/**
 * The document with the attributes that are asked for (`attributes`), or without those that are not wanted (`excludedAttributes`); parts
 * are named by `name.familyName` (RFC 7644, 3.9).
 */
export function shownOf(document: Document, { attributes = '', excludedAttributes = '' }: ScimShown): Document {
  const [shown, hidden] = [namesIn(attributes), namesIn(excludedAttributes)]
  if (shown.length > 0) return only(document, shown)
  return hidden.length > 0 ? without(document, hidden) : document
}

/** The attribute, or a part of it, is among what is asked for. */
export function isShown(name: string, { attributes = '', excludedAttributes = '' }: ScimShown): boolean {
  const shown = namesIn(attributes)
  if (shown.length > 0) return shown.some((one) => one === name || one.startsWith(`${name}.`))
  return !namesIn(excludedAttributes).includes(name)
}

const namesIn = (text: string): string[] =>
  text
    .split(',')
    .map((name) => attributePath(name.trim()))
    .filter((name) => name !== '')

const isSchema = (name: string) => name.includes(':')

function only(document: Document, names: readonly string[]): Document {
  const shown: Document = {}
  for (const [name, value] of Object.entries(document)) {
    const own = name.toLowerCase()
    const parts = names.filter((wanted) => wanted.startsWith(`${own}.`)).map((wanted) => wanted.slice(own.length + 1))
    if (always.includes(own) || names.includes(own)) shown[name] = value
    // Attributes of an extension are named without its URN here: `attributePath` took it away.
    else if (isSchema(name))
      Object.assign(
        shown,
        nonEmpty(
          name,
          partsOf(value, (part) => names.includes(part)),
        ),
      )
    else if (parts.length > 0) shown[name] = partsOf(value, (part) => parts.includes(part))
  }
  return shown
}

function without(document: Document, names: readonly string[]): Document {
  const shown: Document = {}
  for (const [name, value] of Object.entries(document)) {
    const own = name.toLowerCase()
    if (!always.includes(own) && names.includes(own)) continue
    if (isSchema(name))
      Object.assign(
        shown,
        nonEmpty(
          name,
          partsOf(value, (part) => !names.includes(part)),
        ),
      )
    else
      shown[name] = names.some((each) => each.startsWith(`${own}.`))
        ? partsOf(value, (part) => !names.includes(`${own}.${part}`))
        : value
  }
  return shown
}

/** The parts of an object, or of each object in a list, whose names in lower case are wanted. */
function partsOf(value: unknown, isWanted: (part: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((element) => partsOf(element, isWanted))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([part]) => isWanted(part.toLowerCase())))
}

const nonEmpty = (name: string, parts: unknown): Document =>
  typeof parts === 'object' && parts !== null && Object.keys(parts).length > 0 ? { [name]: parts } : {}
