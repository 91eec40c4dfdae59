import { Problem } from '@lintel/contract/problems'
import { type Filter, parseFilter } from './scim-filter'
import { assertKnownSubAttributes, comparisonsOf, elementFromFilter, matches } from './scim-match'
import { scimProblem } from './scim-problem'
import { type Attribute, enterpriseSchemaId, findAttribute, type Schema } from './scim-schema'
import { isObject, scalarOf, subAttributesOf, toElements } from './scim-value'

/** An operation of a PATCH request (RFC 7644, 3.5.2); `op` is case-insensitive. */
export interface PatchOperation {
  op: string
  /** Null means no path, as null means no value elsewhere (RFC 7643, 2.5). */
  path?: string | null | undefined
  value?: unknown
}

/** A resource as JSON, with extension attributes under the URN of their schema. */
export type Document = Record<string, unknown>

/** The target of an operation. */
export interface Target {
  /** The URN of the extension that defines the attribute. */
  extension: string | undefined
  attribute: Attribute
  /** Selects elements of a multi-valued attribute. */
  filter: Filter | undefined
  subAttribute: Attribute | undefined
}

export type PatchAction = 'add' | 'remove' | 'replace'

/** A change at a single path. */
export interface PathChange {
  action: PatchAction
  path: string
  value: unknown
}

/** How resources of one type are patched. */
export interface PatchOptions {
  /** The URN of the resource's own schema. */
  schema: string
  attributes: readonly Attribute[]
  extension?: Schema
  /** Attributes that are accepted and ignored, in lower case. */
  ignoredAttributes: readonly string[]
  /** A full resource is parsed, in which clients send everything they have: unknown attributes are ignored. */
  isFullResource?: true
  /** Whether the resource matters more than the changes that could not be made: these are ignored then, instead of refused. */
  ignoresFailures?(changed: Document): boolean
}

/**
 * Maximum comparisons of elements with filters in one PATCH request, and maximum failures that are ignored in one: with the maximum length of
 * texts they bound the time for which it occupies the event loop (security H4).
 */
const maxPatchComparisons = 20_000
const maxIgnoredFailures = 1_000

/** Counts the comparisons of a PATCH request. */
interface ComparisonCount {
  comparisons: number
}

/**
 * Returns a copy of the resource with the operations applied in order. Attributes of the RFC that are not supported are ignored. Throws
 * `invalidPath`, `invalidValue`, `noTarget`, `mutability`, or `tooMany` for more than 20,000 comparisons, unless the result ignores failures, at most
 * 1,000 of them.
 */
export function applyPatch(document: Document, operations: readonly PatchOperation[], options: PatchOptions): Document {
  const changed = structuredClone(document)
  const count: ComparisonCount = { comparisons: 0 }
  /** Whether failures are ignored is only known at the end. */
  const failures: Problem[] = []
  const attempt = (run: () => void) => {
    try {
      run()
    } catch (error) {
      if (!options.ignoresFailures || !(error instanceof Problem) || failures.length === maxIgnoredFailures) throw error
      failures.push(error)
    }
  }
  for (const operation of operations) {
    attempt(() => {
      for (const { action, path, value } of pathChanges(operation, options))
        attempt(() => applyAtPath(changed, action, path, value, options, count))
    })
  }
  const [first] = failures
  if (first && !options.ignoresFailures?.(changed)) throw first
  return changed
}

/** Splits an operation into changes by path; without a path, its value is an object of attributes. */
export function pathChanges({ op, path, value }: PatchOperation, { extension }: PatchOptions): PathChange[] {
  const action = op.toLowerCase()
  if (action !== 'add' && action !== 'remove' && action !== 'replace') {
    throw scimProblem('invalidSyntax', `“${op}” is no operation: add, remove and replace are`)
  }
  // An absent value clears nothing: whoever wants that sends null, or removes.
  if (action !== 'remove' && value === undefined)
    throw scimProblem('invalidValue', 'An addition or a replacement has a value')
  if (path !== undefined && path !== null) {
    return isExtensionPath(extension, path) ? extensionChanges(extension, action, value) : [{ action, path, value }]
  }
  if (action === 'remove') throw scimProblem('noTarget', 'A removal says by its path what is removed')
  if (!isObject(value)) throw scimProblem('invalidValue', 'Without a path, the value is an object of attributes')
  return Object.entries(value).flatMap(([name, each]) => {
    if (isExtensionPath(extension, name)) return extensionChanges(extension, action, each)
    return name.toLowerCase() === 'schemas' ? [] : [{ action, path: name, value: each }]
  })
}

/** The path names the extension as a whole. */
const isExtensionPath = (extension: Schema | undefined, path: string): extension is Schema =>
  extension?.id.toLowerCase() === path.toLowerCase()

function extensionChanges({ id, attributes }: Schema, action: PatchAction, value: unknown): PathChange[] {
  if (action === 'remove' || (action === 'replace' && value === null)) {
    return attributes.map(({ name }) => ({ action: 'remove', path: `${id}:${name}`, value: undefined }))
  }
  if (value === null) return []
  // Refused where it is applied, so that it does not refuse the other attributes of its operation.
  if (!isObject(value)) return [{ action, path: id, value }]
  return Object.entries(value).map(([name, each]) => ({ action, path: `${id}:${name}`, value: each }))
}

function applyAtPath(
  document: Document,
  action: PatchAction,
  path: string,
  value: unknown,
  options: PatchOptions,
  count: ComparisonCount,
): void {
  if (isExtensionPath(options.extension, path)) throw scimProblem('invalidValue', `${path} takes an object`)
  const target = resolveTarget(path, options)
  if (!target) return
  const { extension, attribute, subAttribute } = target
  // Clients send the id along with other changes; the resource's own id is accepted.
  if (attribute.name === 'id' && action !== 'remove' && value === document.id) return
  if (attribute.name === 'id' || attribute.name === 'meta') throw scimProblem('mutability', `${path} cannot be changed`)
  // Many clients send read-only attributes along; they are ignored.
  if ((subAttribute ?? attribute).mutability === 'readOnly' || attribute.mutability === 'readOnly') return
  if (action === 'remove' && attribute.required)
    throw scimProblem('mutability', `${attribute.name} is required: it can be replaced`)
  const parent = extension === undefined ? document : objectAt(document, extension)
  if (attribute.multiValued) changeElements(parent, action, target, value, count)
  else if (subAttribute) changeAttribute(objectAt(parent, attribute.name), action, subAttribute, value)
  else if (attribute.type === 'complex') changeComplex(parent, action, attribute, value)
  else changeAttribute(parent, action, attribute, value)
}

/** Parses `name.givenName`, `emails[type eq "work"].value` and the same with a schema URN; undefined for ignored attributes. */
export function resolveTarget(path: string, options: PatchOptions): Target | undefined {
  const found = readPath(path, options)
  if (found !== 'unknown') return found
  if (options.isFullResource) return undefined
  throw scimProblem('invalidPath', `There is no attribute ${path}`)
}

function readPath(
  path: string,
  { schema: core, attributes, extension, ignoredAttributes }: PatchOptions,
): Target | undefined | 'unknown' {
  const isExtension = extension !== undefined && startsWith(path, `${extension.id}:`)
  const urn = [extension?.id, core].find((id) => id !== undefined && startsWith(path, `${id}:`))
  const localPath = urn === undefined ? path : path.slice(urn.length + 1)
  const match = /^([\w$-]+)(?:\[(.{0,4000})\])?(?:\.([\w$-]+))?$/s.exec(localPath)
  if (!match) return 'unknown'
  const [, name = '', filter, subAttribute] = match
  const schema = isExtension ? extension : { attributes, ignoredAttributes }
  const whole = subAttribute === undefined ? name : `${name}.${subAttribute}`
  const isIgnored = [name, whole].some((each) => schema.ignoredAttributes.includes(each.toLowerCase()))
  if (isIgnored) return undefined
  const attribute = findAttribute(schema.attributes, name)
  const found = subAttribute === undefined ? undefined : findAttribute(attribute?.subAttributes ?? [], subAttribute)
  if (!attribute || (subAttribute !== undefined && !found)) return 'unknown'
  if (filter !== undefined && !attribute.multiValued) throw scimProblem('invalidPath', `${name} has one value only`)
  const parsed = filter === undefined ? undefined : parseFilter(filter)
  if (parsed) assertKnownSubAttributes(parsed, attribute)
  return { extension: isExtension ? enterpriseSchemaId : undefined, attribute, filter: parsed, subAttribute: found }
}

const startsWith = (path: string, urn: string) => path.toLowerCase().startsWith(urn.toLowerCase())

function changeAttribute(parent: Document, action: PatchAction, attribute: Attribute, value: unknown): void {
  if (action === 'remove') delete parent[attribute.name]
  else parent[attribute.name] = scalarOf(attribute, value)
}

/** Changes a complex attribute; omitted sub-attributes stay (RFC 7644, 3.5.2.3). */
function changeComplex(parent: Document, action: PatchAction, attribute: Attribute, value: unknown): void {
  if (action === 'remove' || (action === 'replace' && value === null)) delete parent[attribute.name]
  else if (value !== null) {
    parent[attribute.name] = { ...objectAt(parent, attribute.name), ...subAttributesOf(attribute, value) }
  }
}

/** Maximum elements of a multi-valued attribute in a document and in the value of an operation. A group's members are no part of a document. */
const maxElements = 100

function assertFewElements({ name }: Attribute, value: unknown): void {
  if (!Array.isArray(value) || value.length <= maxElements) return
  throw scimProblem('invalidValue', `${name} takes at most ${maxElements} elements`)
}

function countComparisons(count: ComparisonCount, comparisons: number): void {
  count.comparisons += comparisons
  if (count.comparisons <= maxPatchComparisons) return
  throw scimProblem('tooMany', `The filters of the operations compare more than ${maxPatchComparisons} times`)
}

function changeElements(
  parent: Document,
  action: PatchAction,
  target: Target,
  value: unknown,
  count: ComparisonCount,
): void {
  const { attribute, filter, subAttribute } = target
  assertFewElements(attribute, value)
  const elements = elementsOf(parent[attribute.name])
  if (filter) countComparisons(count, elements.length * comparisonsOf(filter))
  const matching = filter === undefined ? elements : elements.filter((element) => matches(element, filter))
  if (action === 'remove') {
    // Removing a missing element is no error.
    if (subAttribute) for (const element of matching) delete element[subAttribute.name]
    else parent[attribute.name] = removeElements(elements, matching, target, value)
    return
  }
  const primaryBefore = new Set(elements.filter(({ primary }) => primary === true))
  const changed =
    subAttribute || filter
      ? changeMatching(elements, matching, action, target, value)
      : mergeElements(elements, action, attribute, value)
  assertFewElements(attribute, changed)
  parent[attribute.name] = keepOnePrimary(changed, primaryBefore)
}

/** The remaining elements; a removal without a filter may list the ones to remove. */
function removeElements(
  elements: Document[],
  matching: Document[],
  { attribute, filter }: Target,
  value: unknown,
): Document[] {
  if (filter || value === undefined || value === null) {
    const removed = new Set(matching)
    return elements.filter((one) => !removed.has(one))
  }
  const named = new Set(toElements(attribute, value).map(keyOf))
  return elements.filter((one) => !named.has(keyOf(one)))
}

/** Changes the elements that a path selects, or one of their sub-attributes; `replace` clears an element first. */
function changeMatching(
  elements: Document[],
  matching: Document[],
  action: PatchAction,
  { attribute, filter, subAttribute }: Target,
  value: unknown,
): Document[] {
  // `emails[type eq "other"].value` creates a missing element with the values of its filter.
  const created = subAttribute && filter && matching.length === 0 ? elementFromFilter(filter, attribute) : undefined
  const changed = created ? [created] : matching
  if (changed.length === 0) throw scimProblem('noTarget', `No element of ${attribute.name} is meant`)
  // Parsed before an element is cleared: a value that is refused changes nothing.
  const sent = subAttribute ? undefined : subAttributesOf(attribute, Array.isArray(value) ? value[0] : value)
  for (const element of changed) {
    if (subAttribute) changeAttribute(element, action, subAttribute, value)
    else {
      if (action === 'replace') for (const name of Object.keys(element)) delete element[name]
      Object.assign(element, sent)
    }
  }
  return created ? [...elements, created] : elements
}

/** Merges elements by their value; `replace` drops the existing ones. */
function mergeElements(elements: Document[], action: PatchAction, attribute: Attribute, value: unknown): Document[] {
  const all = action === 'add' ? [...elements] : []
  // Of several elements with the same value, the first one counts.
  const byKey = new Map(all.toReversed().map((element) => [keyOf(element), element]))
  for (const given of value === null ? [] : toElements(attribute, value)) {
    const known = byKey.get(keyOf(given))
    if (known) Object.assign(known, given)
    else {
      all.push(given)
      byKey.set(keyOf(given), given)
    }
  }
  return all
}

/** Keeps one primary element, the one that this change has made primary (RFC 7644, 3.5.2). */
function keepOnePrimary(elements: Document[], before: ReadonlySet<Document>): Document[] {
  const primary = elements.filter((element) => element.primary === true)
  const kept = primary.find((element) => !before.has(element)) ?? primary[0]
  for (const element of primary) if (element !== kept) element.primary = false
  return elements
}

const keyOf = (element: Document): string => String(element.value ?? '')

function objectAt(parent: Document, name: string): Document {
  const existing = parent[name]
  if (isObject(existing)) return existing
  const created: Document = {}
  parent[name] = created
  return created
}

const elementsOf = (value: unknown): Document[] => (Array.isArray(value) ? value.filter(isObject) : [])
