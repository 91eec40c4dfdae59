import type { FlatRecord, ResourceObject } from '@lintel/contract/jsonapi/document'
import type { AnyResource } from '@lintel/contract/jsonapi/resource'
import { scopedPath } from '@lintel/contract/jsonapi/scoped-path'

/** The content of a list response. */
export interface ListDocument {
  resource: AnyResource
  records: readonly FlatRecord[]
  /** The sparse fieldset: the only fields to include. */
  only?: ReadonlySet<string> | undefined
  included?: readonly ResourceObject[] | undefined
  links: object
  total: number
  /** The number of omitted projects, for feed tokens. */
  omittedProjects?: number | undefined
}

/**
 * Serialises the document of a list. Equivalent to the contract's `toObject` per record, but constant parts are
 * serialised once. The pieces are joined at the end, since repeated concatenation is slower.
 */
export function listDocument({
  resource,
  records,
  only,
  included,
  links,
  total,
  omittedProjects,
}: ListDocument): string {
  const meta = JSON.stringify({ page: { total }, omittedProjects })
  const pieces = [`{"jsonapi":{"version":"1.1"},"links":${JSON.stringify(links)},"meta":${meta},"data":[`]
  const write = objectWriter(resource, pieces, only)
  for (const [at, record] of records.entries()) {
    if (at > 0) pieces.push(',')
    write(record)
  }
  pieces.push(included ? `],"included":${JSON.stringify(included)}}` : ']}')
  return pieces.join('')
}

/** A field and the text before its value: as first and as further member of its object. */
interface Field {
  name: string
  first: string
  next: string
  /** Of a relation: the text before an id. */
  identifier: string
}

const fieldOf = (name: string, open: string, identifier = ''): Field => ({
  name,
  first: `"${name}":${open}`,
  next: `,"${name}":${open}`,
  identifier,
})

function objectWriter(resource: AnyResource, pieces: string[], only?: ReadonlySet<string>) {
  const isShown = (name: string) => !only || only.has(name)
  const begin = `{"type":${JSON.stringify(resource.type)},"id":`
  const attributes = resource.attributes.filter(isShown).map((name) => fieldOf(name, ''))
  const relations = Object.keys(resource.relations)
    .filter(isShown)
    .map((name) => fieldOf(name, '{"data":', `{"type":${JSON.stringify(resource.relations[name]?.to)},"id":`))
  const writeAddress = addressWriter(resource, pieces)
  return (record: FlatRecord) => {
    pieces.push(begin, json(record.id), ',"attributes":{')
    let isFirst = true
    for (const { name, first, next } of attributes) {
      const value = record[name]
      if (value === undefined) continue
      pieces.push(isFirst ? first : next, json(value))
      isFirst = false
    }
    isFirst = true
    for (const { name, first, next, identifier } of relations) {
      const value = record[name]
      if (value === undefined) continue
      if (isFirst) pieces.push('},"relationships":{', first)
      else pieces.push(next)
      isFirst = false
      if (value === null) pieces.push('null}')
      else if (Array.isArray(value)) pieces.push('[', value.map((id) => `${identifier}${json(id)}}`).join(','), ']}')
      else pieces.push(identifier, json(value), '}}')
    }
    writeAddress(record)
    pieces.push(record.version === undefined ? '}}' : `},"meta":{"version":${record.version}}}`)
  }
}

/** Ids that `encodeURIComponent` does not change, as most. */
const plainId = /^[\w.~-]*$/

/** Writes the `self` links. Most lists are of one project, so its path is cached. */
function addressWriter(resource: AnyResource, pieces: string[]) {
  let cached: { project: unknown; begin: string } | undefined
  return (record: FlatRecord) => {
    const { id, project } = record
    if (!cached || cached.project !== project) {
      const path = json(`${scopedPath(resource, record)}/`)
      cached = { project, begin: `},"links":{"self":${path.slice(0, -1)}` }
    }
    pieces.push(cached.begin, plainId.test(id) ? id : encodeURIComponent(id), '"')
  }
}

/** Printable ASCII without quotes and backslashes, which JSON does not escape: most texts. */
const plain = /^[ !#-[\]-~]*$/

function json(value: unknown): string {
  if (typeof value === 'string' && plain.test(value)) return `"${value}"`
  if (typeof value === 'number' && Number.isFinite(value)) return `${value}`
  if (value === null) return 'null'
  if (value === true) return 'true'
  return value === false ? 'false' : JSON.stringify(value)
}
