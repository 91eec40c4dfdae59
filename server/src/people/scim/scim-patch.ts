import { type Filter, type FilterValue, readFilter } from './scim-filter'
import { refused } from './scim-problem'
import { type Attribute, attributeNamed, enterpriseSchemaId, type Schema } from './scim-schema'

/** One change of a PATCH (RFC 7644, 3.5.2), as clients write it: `op` in any case. */
export interface PatchOperation {
  op: string
  path?: string | undefined
  value?: unknown
}

/** A resource as JSON, its attributes under their names; those of an extension under the URN of its schema. */
export type Document = Record<string, unknown>

/** Where an operation acts. */
export interface Target {
  /** The URN of an extension, where the attribute is one of its own. */
  extension: string | undefined
  attribute: Attribute
  /** Which elements of a multi-valued attribute. */
  filter: Filter | undefined
  part: Attribute | undefined
}

export type Act = 'add' | 'remove' | 'replace'

/** What an operation does at one path. */
export interface PathChange {
  act: Act
  path: string
  value: unknown
}

/** Reads and does patches of one type of resource. */
export interface Patching {
  attributes: readonly Attribute[]
  extension?: Schema
  /** Attributes that are taken and not kept, in lower case. */
  notKept: readonly string[]
}

/**
 * Gives the resource with the changes made, one after the other; the one that was given stays as it is. Attributes that the RFC knows and
 * this directory does not keep are passed over. Throws `invalidPath`, `invalidValue`, `noTarget` or `mutability`.
 */
export function patched(document: Document, operations: readonly PatchOperation[], patching: Patching): Document {
  const changed = structuredClone(document)
  for (const operation of operations) {
    for (const { act, path, value } of changesOf(operation, patching)) doAt(changed, act, path, value, patching)
  }
  return changed
}

/** What an operation does, path by path: without one, its value is an object of attributes. */
export function changesOf({ op, path, value }: PatchOperation, { extension }: Patching): PathChange[] {
  const act = op.toLowerCase()
  if (act !== 'add' && act !== 'remove' && act !== 'replace') {
    throw refused('invalidSyntax', `“${op}” is no operation: add, remove and replace are`)
  }
  if (path !== undefined) return [{ act, path, value }]
  if (act === 'remove') throw refused('noTarget', 'A removal says by its path what is removed')
  if (!isObject(value)) throw refused('invalidValue', 'Without a path, the value is an object of attributes')
  return Object.entries(value).flatMap(([name, each]) => {
    if (extension?.id.toLowerCase() === name.toLowerCase() && isObject(each)) {
      return Object.entries(each).map(([inner, one]) => ({ act, path: `${name}:${inner}`, value: one }))
    }
    return name.toLowerCase() === 'schemas' ? [] : [{ act, path: name, value: each }]
  })
}

function doAt(document: Document, act: Act, path: string, value: unknown, patching: Patching): void {
  const target = targetOf(path, patching)
  if (!target) return
  const { extension, attribute, part } = target
  if (attribute.name === 'id' || attribute.name === 'meta') throw refused('mutability', `${path} cannot be changed`)
  // What follows from another attribute is sent along by many clients: it is passed over.
  if ((part ?? attribute).mutability === 'readOnly' || attribute.mutability === 'readOnly') return
  const holder = extension === undefined ? document : objectAt(document, extension)
  if (attribute.multiValued) changeElements(holder, act, target, value)
  else if (part) changePart(objectAt(holder, attribute.name), act, part, value)
  else if (attribute.type === 'complex') changeComplex(holder, act, attribute, value)
  else changePart(holder, act, attribute, value)
}

/** Reads `name.givenName`, `emails[type eq "work"].value` and the same behind the URN of a schema; undefined for what is not kept. */
export function targetOf(path: string, { attributes, extension, notKept }: Patching): Target | undefined {
  const isExtension = extension !== undefined && path.toLowerCase().startsWith(`${extension.id.toLowerCase()}:`)
  const own = path.replace(/^urn:ietf:params:scim:schemas:[\w:.]*:(?=[^:]+$)/i, '')
  const match = /^([\w$-]+)(?:\[(.{0,4000})\])?(?:\.([\w$-]+))?$/s.exec(own)
  if (!match) throw refused('invalidPath', `“${path}” is no path`)
  const [, name = '', filter, part] = match
  const schema = isExtension ? extension : { attributes, notKept }
  const whole = part === undefined ? name : `${name}.${part}`
  const isNotKept = [name, whole].some((each) => schema.notKept.includes(each.toLowerCase()))
  if (isNotKept) return undefined
  const attribute = attributeNamed(schema.attributes, name)
  const found = part === undefined ? undefined : attributeNamed(attribute?.parts ?? [], part)
  if (!attribute || (part !== undefined && !found)) throw refused('invalidPath', `There is no attribute ${path}`)
  if (filter !== undefined && !attribute.multiValued) throw refused('invalidPath', `${name} has one value only`)
  return {
    extension: isExtension ? enterpriseSchemaId : undefined,
    attribute,
    filter: filter === undefined ? undefined : readFilter(filter),
    part: found,
  }
}

function changePart(holder: Document, act: Act, attribute: Attribute, value: unknown): void {
  if (act === 'remove') delete holder[attribute.name]
  else holder[attribute.name] = scalarOf(attribute, value)
}

function changeComplex(holder: Document, act: Act, attribute: Attribute, value: unknown): void {
  if (act === 'remove') {
    delete holder[attribute.name]
    return
  }
  const parts = partsOf(attribute, value)
  holder[attribute.name] = act === 'add' ? { ...objectAt(holder, attribute.name), ...parts } : parts
}

function changeElements(holder: Document, act: Act, { attribute, filter, part }: Target, value: unknown): void {
  const elements = elementsOf(holder[attribute.name])
  const isMeant = (element: Document) => filter === undefined || meets(element, filter)
  const meant = elements.filter(isMeant)
  if (part) {
    if (meant.length === 0 && act !== 'remove' && filter) meant.push(newElement(elements, filter))
    if (meant.length === 0) throw refused('noTarget', `No element of ${attribute.name} is meant`)
    for (const element of meant) changePart(element, act, part, value)
    holder[attribute.name] = elements
  } else if (act === 'remove') {
    // Without a filter, a removal may list the elements that leave.
    const named = filter === undefined && value !== undefined && value !== null ? keysOf(attribute, value) : undefined
    holder[attribute.name] = elements.filter((one) => (named ? !named.has(keyOf(one)) : !isMeant(one)))
  } else if (filter) {
    if (meant.length === 0) throw refused('noTarget', `No element of ${attribute.name} is meant`)
    for (const element of meant) Object.assign(element, partsOf(attribute, Array.isArray(value) ? value[0] : value))
    holder[attribute.name] = elements
  } else {
    const given = listOf(attribute, value)
    const kept = act === 'add' ? elements : []
    const known = new Set(kept.map(keyOf))
    holder[attribute.name] = [...kept, ...given.filter((element) => !known.has(keyOf(element)))]
  }
}

/** `add emails[type eq "other"].value` makes the element that it would change, of the type that it asks for. */
function newElement(elements: Document[], filter: Filter): Document {
  if (filter.kind !== 'compare' || filter.by !== 'eq') throw refused('noTarget', 'No element is meant')
  const made: Document = { [filter.path]: filter.value }
  elements.push(made)
  return made
}

const keyOf = (element: Document): string => String(element.value ?? '')
const keysOf = (attribute: Attribute, value: unknown) => new Set(listOf(attribute, value).map(keyOf))

/** The elements of a value, whether it is one or a list of them; a text is the element that has it as its value. */
export const listOf = (attribute: Attribute, value: unknown): Document[] =>
  [value].flat().map((element) => partsOf(attribute, typeof element === 'string' ? { value: element } : element))

/** An object with the parts that the schema names; others are left out. */
function partsOf(attribute: Attribute, value: unknown): Document {
  if (!isObject(value)) throw refused('invalidValue', `${attribute.name} takes objects`)
  const parts: Document = {}
  for (const [name, each] of Object.entries(value)) {
    const part = attributeNamed(attribute.parts ?? [], name)
    if (part) parts[part.name] = scalarOf(part, each)
  }
  return parts
}

/** Booleans come as texts from some directories (`"True"`). */
function scalarOf({ name, type }: Attribute, value: unknown): unknown {
  const one = Array.isArray(value) && value.length === 1 ? value[0] : value
  if (one === null || one === undefined) return undefined
  if (type === 'boolean') {
    const read = typeof one === 'string' ? { true: true, false: false }[one.toLowerCase()] : one
    if (typeof read === 'boolean') return read
    throw refused('invalidValue', `${name} is true or false`)
  }
  if (typeof one !== 'string') throw refused('invalidValue', `${name} takes a text`)
  return one
}

/** Whether an element of a multi-valued attribute meets a filter about its parts. */
function meets(element: Document, filter: Filter): boolean {
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
const partNamed = (element: Document, path: string): unknown =>
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

function objectAt(holder: Document, name: string): Document {
  const known = holder[name]
  if (isObject(known)) return known
  const made: Document = {}
  holder[name] = made
  return made
}

const elementsOf = (value: unknown): Document[] => (Array.isArray(value) ? value.filter(isObject) : [])

const isObject = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
