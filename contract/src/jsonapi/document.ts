import type { ProblemObject } from '../problems'
import type { AnyResource, DraftInput, Entity, Patch } from './resource'
import { scopedPath } from './scoped-path'

/** The media type of every resource document (JSON:API 1.1). */
export const jsonApiMediaType = 'application/vnd.api+json'

/** A reference to a resource. */
export interface Identifier {
  type: string
  id: string
}

/** A resource object on the wire. */
export interface ResourceObject extends Identifier {
  attributes?: Record<string, unknown>
  relationships?: Record<string, { data: Identifier | Identifier[] | null }>
  links?: { self: string }
  meta?: { version: number }
}

/** A JSON:API document: one resource, a list of them, or problems. */
export interface JsonApiDocument {
  data?: ResourceObject | ResourceObject[] | null
  included?: ResourceObject[]
  links?: { self?: string; next?: string; prev?: string }
  meta?: { page?: { total: number | null } }
  errors?: ProblemObject[]
  jsonapi?: { version: '1.1' }
}

/** Any flat record: an id, its version and fields. */
export interface FlatRecord {
  id: string
  version?: number
  [field: string]: unknown
}

/**
 * Converts a flat record to a resource object. `only` limits the fields (sparse fieldsets); fields missing from the record are omitted, so
 * a store may select fewer.
 */
export function toObject(resource: AnyResource, record: FlatRecord, only?: ReadonlySet<string>): ResourceObject {
  const attributes: Record<string, unknown> = {}
  for (const name of resource.attributes) {
    if (record[name] !== undefined && (!only || only.has(name))) attributes[name] = record[name]
  }
  const object: ResourceObject = { type: resource.type, id: record.id, attributes }
  const relationships = relationshipsOf(resource, record, only)
  if (relationships) object.relationships = relationships
  object.links = { self: `${scopedPath(resource, record)}/${encodeURIComponent(record.id)}` }
  if (record.version !== undefined) object.meta = { version: record.version }
  return object
}

function relationshipsOf(resource: AnyResource, record: FlatRecord, only?: ReadonlySet<string>) {
  let relationships: ResourceObject['relationships']
  for (const name in resource.relations) {
    const relation = resource.relations[name]
    const value = record[name]
    if (!relation || value === undefined || (only && !only.has(name))) continue
    relationships ??= {}
    relationships[name] = { data: identifiers(relation.to, value as string | string[] | null) }
  }
  return relationships
}

function identifiers(type: string, value: string | readonly string[] | null): Identifier | Identifier[] | null {
  if (value === null) return null
  return typeof value === 'string' ? { type, id: value } : value.map((id) => ({ type, id }))
}

/** Converts a resource object to a flat record, without validation: for responses of our own server. */
export function toRecord(object: ResourceObject): FlatRecord {
  const record: FlatRecord = { id: object.id, ...object.attributes }
  if (object.meta?.version !== undefined) record.version = object.meta.version
  for (const [name, { data }] of Object.entries(object.relationships ?? {})) {
    record[name] = Array.isArray(data) ? data.map(({ id }) => id) : (data?.id ?? null)
  }
  return record
}

/** Converts a draft or patch to the request document of a client; read-only fields are omitted. */
export function toRequest<R extends AnyResource>(
  resource: R,
  draft: Partial<DraftInput<R>> | Patch<R> | Partial<Entity<R>>,
  id?: string,
): { data: Partial<ResourceObject> & { type: string } } {
  const fields: FlatRecord = { id: '', ...(draft as Record<string, unknown>) }
  const skipped = id === undefined ? resource.readOnly : new Set([...resource.readOnly, ...resource.createOnly])
  for (const name of skipped) delete fields[name]
  const { attributes, relationships } = toObject(resource, fields)
  const chosen = id ?? (resource.clientGeneratedId ? (draft as { id?: string }).id : undefined)
  return {
    data: {
      type: resource.type,
      ...(chosen !== undefined && { id: chosen }),
      attributes: attributes ?? {},
      ...(relationships && { relationships }),
    },
  }
}

/** The JSON pointer of a field in a document of this resource. */
export function pointerTo(resource: AnyResource, field: string, ...rest: string[]): string {
  if (field === 'id') return '/data/id'
  if (Object.hasOwn(resource.relations, field)) return `/data/relationships/${escapePointer(field)}`
  return ['/data/attributes', field, ...rest].map((part, at) => (at === 0 ? part : escapePointer(part))).join('/')
}

/** A part of a JSON pointer, escaped (RFC 6901). */
export const escapePointer = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')
