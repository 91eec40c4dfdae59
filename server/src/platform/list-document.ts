import type { FlatRecord, ResourceObject } from '@lintel/contract/jsonapi/document'
import { placedPath } from '@lintel/contract/jsonapi/placed-path'
import type { AnyResource } from '@lintel/contract/jsonapi/resource'

/** A list as it is answered. */
export interface ListDocument {
  resource: AnyResource
  records: readonly FlatRecord[]
  /** Sparse fieldsets: the only fields that are shown. */
  only?: ReadonlySet<string> | undefined
  included?: readonly ResourceObject[] | undefined
  links: object
  total: number
  /** How many projects are left out, where that is told. */
  omittedProjects?: number | undefined
}

/**
 * The text of a list's document. Its resource objects are those that the contract's `toObject` makes, written without
 * making them: names, types and paths become JSON once for all records. The text is joined from its pieces at the end: one that
 * grows by each of them leaves a string behind at each step, and is gone through again before it is sent.
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

/** A field that a record may carry: what stands before its value, where it is the first of them and where it is another. */
interface Field {
  name: string
  first: string
  next: string
  /** Of a relation: what stands before an id. */
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

/** What `encodeURIComponent` leaves as it is, as most ids are. */
const plainId = /^[\w.~-]*$/

/** Writes the addresses of records. Those of a list stand in one project, mostly, so that its path is made once. */
function addressWriter(resource: AnyResource, pieces: string[]) {
  let place: { project: unknown; begin: string } | undefined
  return (record: FlatRecord) => {
    const { id, project } = record
    if (!place || place.project !== project) {
      const path = json(`${placedPath(resource, record)}/`)
      place = { project, begin: `},"links":{"self":${path.slice(0, -1)}` }
    }
    pieces.push(place.begin, plainId.test(id) ? id : encodeURIComponent(id), '"')
  }
}

/** Printable ASCII without quotes and backslashes: what most texts are, and what JSON writes as it is. */
const plain = /^[ !#-[\]-~]*$/

function json(value: unknown): string {
  if (typeof value === 'string' && plain.test(value)) return `"${value}"`
  if (typeof value === 'number' && Number.isFinite(value)) return `${value}`
  if (value === null) return 'null'
  if (value === true) return 'true'
  return value === false ? 'false' : JSON.stringify(value)
}
