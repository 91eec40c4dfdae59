import { type Filter, readFilter } from './scim-filter'
import { elementOf, meets, mustKnowParts } from './scim-meets'
import { refused } from './scim-problem'
import { type Attribute, attributeNamed, enterpriseSchemaId, type Schema } from './scim-schema'

/** One change of a PATCH (RFC 7644, 3.5.2), as clients write it: `op` in any case. */
export interface PatchOperation {
  op: string
  /** Null is no path, as null is no value everywhere (RFC 7643, 2.5). */
  path?: string | null | undefined
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
  /** The URN of the resource's own schema. */
  schema: string
  attributes: readonly Attribute[]
  extension?: Schema
  /** Attributes that are taken and not kept, in lower case. */
  notKept: readonly string[]
  /** A whole resource is read, in which a client writes all that it has: what nobody here knows is passed over. */
  isWhole?: true
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
  if (act === 'add' && value === undefined) throw refused('invalidValue', 'An addition has a value')
  if (path !== undefined && path !== null) {
    return isOf(extension, path) ? changesOfExtension(extension, act, value) : [{ act, path, value }]
  }
  if (act === 'remove') throw refused('noTarget', 'A removal says by its path what is removed')
  if (!isObject(value)) throw refused('invalidValue', 'Without a path, the value is an object of attributes')
  return Object.entries(value).flatMap(([name, each]) => {
    if (isOf(extension, name)) return changesOfExtension(extension, act, each)
    return name.toLowerCase() === 'schemas' ? [] : [{ act, path: name, value: each }]
  })
}

/** The path is the extension itself, with all that it has. */
const isOf = (extension: Schema | undefined, path: string): extension is Schema =>
  extension?.id.toLowerCase() === path.toLowerCase()

function changesOfExtension({ id, attributes }: Schema, act: Act, value: unknown): PathChange[] {
  if (act === 'remove' || (act === 'replace' && value === null)) {
    return attributes.map(({ name }) => ({ act: 'remove', path: `${id}:${name}`, value: undefined }))
  }
  if (value === null) return []
  if (!isObject(value)) throw refused('invalidValue', `${id} takes an object`)
  return Object.entries(value).map(([name, each]) => ({ act, path: `${id}:${name}`, value: each }))
}

function doAt(document: Document, act: Act, path: string, value: unknown, patching: Patching): void {
  const target = targetOf(path, patching)
  if (!target) return
  const { extension, attribute, part } = target
  // Clients send the id along with what they change: the resource's own says nothing.
  if (attribute.name === 'id' && act !== 'remove' && value === document.id) return
  if (attribute.name === 'id' || attribute.name === 'meta') throw refused('mutability', `${path} cannot be changed`)
  // What follows from another attribute is sent along by many clients: it is passed over.
  if ((part ?? attribute).mutability === 'readOnly' || attribute.mutability === 'readOnly') return
  if (act === 'remove' && attribute.required)
    throw refused('mutability', `${attribute.name} is required: it can be replaced`)
  const holder = extension === undefined ? document : objectAt(document, extension)
  if (attribute.multiValued) changeElements(holder, act, target, value)
  else if (part) changePart(objectAt(holder, attribute.name), act, part, value)
  else if (attribute.type === 'complex') changeComplex(holder, act, attribute, value)
  else changePart(holder, act, attribute, value)
}

/** Reads `name.givenName`, `emails[type eq "work"].value` and the same behind the URN of a schema; undefined for what is not kept. */
export function targetOf(path: string, patching: Patching): Target | undefined {
  const found = readPath(path, patching)
  if (found !== 'unknown') return found
  if (patching.isWhole) return undefined
  throw refused('invalidPath', `There is no attribute ${path}`)
}

function readPath(
  path: string,
  { schema: core, attributes, extension, notKept }: Patching,
): Target | undefined | 'unknown' {
  const isExtension = extension !== undefined && startsWith(path, `${extension.id}:`)
  const urn = [extension?.id, core].find((id) => id !== undefined && startsWith(path, `${id}:`))
  const own = urn === undefined ? path : path.slice(urn.length + 1)
  const match = /^([\w$-]+)(?:\[(.{0,4000})\])?(?:\.([\w$-]+))?$/s.exec(own)
  if (!match) return 'unknown'
  const [, name = '', filter, part] = match
  const schema = isExtension ? extension : { attributes, notKept }
  const whole = part === undefined ? name : `${name}.${part}`
  const isNotKept = [name, whole].some((each) => schema.notKept.includes(each.toLowerCase()))
  if (isNotKept) return undefined
  const attribute = attributeNamed(schema.attributes, name)
  const found = part === undefined ? undefined : attributeNamed(attribute?.parts ?? [], part)
  if (!attribute || (part !== undefined && !found)) return 'unknown'
  if (filter !== undefined && !attribute.multiValued) throw refused('invalidPath', `${name} has one value only`)
  const read = filter === undefined ? undefined : readFilter(filter)
  if (read) mustKnowParts(read, attribute)
  return { extension: isExtension ? enterpriseSchemaId : undefined, attribute, filter: read, part: found }
}

const startsWith = (path: string, urn: string) => path.toLowerCase().startsWith(urn.toLowerCase())

function changePart(holder: Document, act: Act, attribute: Attribute, value: unknown): void {
  if (act === 'remove') delete holder[attribute.name]
  else holder[attribute.name] = scalarOf(attribute, value)
}

/** What is said of a complex attribute: parts of which nothing is said stay (RFC 7644, 3.5.2.3). */
function changeComplex(holder: Document, act: Act, attribute: Attribute, value: unknown): void {
  if (act === 'remove' || (act === 'replace' && value === null)) delete holder[attribute.name]
  else if (value !== null) {
    holder[attribute.name] = { ...objectAt(holder, attribute.name), ...partsOf(attribute, value) }
  }
}

function changeElements(holder: Document, act: Act, target: Target, value: unknown): void {
  const { attribute, filter, part } = target
  const elements = elementsOf(holder[attribute.name])
  const meant = filter === undefined ? elements : elements.filter((element) => meets(element, filter))
  if (act === 'remove') {
    // What is not there is removed already.
    if (part) for (const element of meant) delete element[part.name]
    else holder[attribute.name] = without(elements, meant, target, value)
    return
  }
  const first = new Set(elements.filter(({ primary }) => primary === true))
  const changed =
    part || filter ? changeMeant(elements, meant, act, target, value) : joined(elements, act, attribute, value)
  holder[attribute.name] = keepOnePrimary(changed, first)
}

/** The elements that stay: a removal without a filter may list those that leave. */
function without(elements: Document[], meant: Document[], { attribute, filter }: Target, value: unknown): Document[] {
  if (filter || value === undefined || value === null) return elements.filter((one) => !meant.includes(one))
  const named = new Set(listOf(attribute, value).map(keyOf))
  return elements.filter((one) => !named.has(keyOf(one)))
}

/** Changes the elements that a path means, or a part of them: of one that is replaced nothing stays. */
function changeMeant(
  elements: Document[],
  meant: Document[],
  act: Act,
  { attribute, filter, part }: Target,
  value: unknown,
): Document[] {
  // `emails[type eq "other"].value` makes the element that it would change, with what it asks for.
  const made = part && filter && meant.length === 0 ? elementOf(filter, attribute) : undefined
  const changed = made ? [made] : meant
  if (changed.length === 0) throw refused('noTarget', `No element of ${attribute.name} is meant`)
  for (const element of changed) {
    if (part) changePart(element, act, part, value)
    else {
      if (act === 'replace') for (const name of Object.keys(element)) delete element[name]
      Object.assign(element, partsOf(attribute, Array.isArray(value) ? value[0] : value))
    }
  }
  return made ? [...elements, made] : elements
}

/** The elements with those that are given, each value once; without those that were there where these replace them. */
function joined(elements: Document[], act: Act, attribute: Attribute, value: unknown): Document[] {
  const all = act === 'add' ? [...elements] : []
  for (const given of value === null ? [] : listOf(attribute, value)) {
    const known = all.find((element) => keyOf(element) === keyOf(given))
    if (known) Object.assign(known, given)
    else all.push(given)
  }
  return all
}

/** Of several primary elements, the one that became so by this change is it alone (RFC 7644, 3.5.2). */
function keepOnePrimary(elements: Document[], before: ReadonlySet<Document>): Document[] {
  const primary = elements.filter((element) => element.primary === true)
  const kept = primary.find((element) => !before.has(element)) ?? primary[0]
  for (const element of primary) if (element !== kept) element.primary = false
  return elements
}

const keyOf = (element: Document): string => String(element.value ?? '')

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
