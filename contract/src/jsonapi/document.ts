import { z } from 'zod'
import { Problem, type ProblemCode, type ProblemObject, problemObject, problems } from '../problems'
import type { AnyResource, Draft, DraftInput, Entity, Patch } from './resource'

/** The media type of every resource document (JSON:API 1.1). */
export const jsonApiMediaType = 'application/vnd.api+json'

/** A reference to a resource. */
export interface Identifier {
  type: string
  id: string
}

/** A resource as it travels. */
export interface ResourceObject extends Identifier {
  attributes?: Record<string, unknown>
  relationships?: Record<string, { data: Identifier | Identifier[] | null }>
  links?: { self: string }
  meta?: { version: number }
}

/** A JSON:API answer: one resource, a list of them, or problems. */
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
 * A flat record as a resource object. `only` limits the fields (sparse fieldsets); fields that the record does not
 * carry are left out, so a store may select less.
 */
export function toObject(resource: AnyResource, record: FlatRecord, only?: ReadonlySet<string>): ResourceObject {
  const attributes: Record<string, unknown> = {}
  for (const name of resource.attributes) {
    if (record[name] !== undefined && (!only || only.has(name))) attributes[name] = record[name]
  }
  const object: ResourceObject = { type: resource.type, id: record.id, attributes }
  const relationships = relationshipsOf(resource, record, only)
  if (relationships) object.relationships = relationships
  object.links = { self: `${resource.path}/${encodeURIComponent(record.id)}` }
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

/** A resource object as the flat record of its resource; no validation: for answers of our own server. */
export function toRecord(object: ResourceObject): FlatRecord {
  const record: FlatRecord = { id: object.id, ...object.attributes }
  if (object.meta?.version !== undefined) record.version = object.meta.version
  for (const [name, { data }] of Object.entries(object.relationships ?? {})) {
    record[name] = Array.isArray(data) ? data.map(({ id }) => id) : (data?.id ?? null)
  }
  return record
}

/** A draft or patch as the document that a client sends; read-only fields are omitted. */
export function toRequest<R extends AnyResource>(
  resource: R,
  draft: Partial<DraftInput<R>> | Patch<R> | Partial<Entity<R>>,
  id?: string,
): { data: Partial<ResourceObject> & { type: string } } {
  const fields: FlatRecord = { id: '', ...(draft as Record<string, unknown>) }
  const skipped = id === undefined ? resource.readOnly : new Set([...resource.readOnly, ...resource.createOnly])
  for (const name of skipped) delete fields[name]
  const { attributes, relationships } = toObject(resource, fields)
  const chosen = id ?? (resource.chosenId ? (draft as { id?: string }).id : undefined)
  return {
    data: {
      type: resource.type,
      ...(chosen !== undefined && { id: chosen }),
      attributes: attributes ?? {},
      ...(relationships && { relationships }),
    },
  }
}

const identifier = z.strictObject({ type: z.string(), id: z.string(), meta: z.unknown().optional() })
const request = z.object({
  data: z.strictObject({
    type: z.string(),
    id: z.string().optional(),
    attributes: z.record(z.string(), z.unknown()).optional(),
    relationships: z
      .record(z.string(), z.looseObject({ data: z.union([identifier, z.array(identifier), z.null()]) }))
      .optional(),
    links: z.unknown().optional(),
    meta: z.unknown().optional(),
  }),
})

/** A creation document as a draft. Throws 400 malformed, 409 typeConflict or 422 with one problem per field. */
export function readDraft<R extends AnyResource>(resource: R, body: unknown): Draft<R> {
  const { data, fields } = readFields(resource, body)
  if (data.id !== undefined && !resource.chosenId) {
    throw new Problem('notWritable', { pointer: '/data/id', detail: 'The server chooses the id' })
  }
  const given = data.id === undefined ? fields : { ...fields, id: data.id }
  return parseFields(resource, resource.draft, given, new Set()) as Draft<R>
}

/** A change document as a patch. Throws 400 malformed, 409 typeConflict or 422 with one problem per field. */
export function readPatch<R extends AnyResource>(resource: R, id: string, body: unknown): Patch<R> {
  const { data, fields } = readFields(resource, body)
  if (data.id === undefined) throw new Problem('malformed', { pointer: '/data/id', detail: 'The id is missing' })
  if (data.id !== id) throw new Problem('typeConflict', { pointer: '/data/id' })
  return parseFields(resource, resource.patch, fields, resource.createOnly) as Patch<R>
}

function readFields(resource: AnyResource, body: unknown) {
  const parsed = request.safeParse(body)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Problem('malformed', {
      detail: 'The body is not a JSON:API document',
      pointer: `/${(issue?.path ?? []).join('/')}`,
    })
  }
  const { data } = parsed.data
  if (data.type !== resource.type) throw new Problem('typeConflict', { pointer: '/data/type' })
  const wrong: ProblemObject[] = []
  const fields: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(data.attributes ?? {})) {
    if (Object.hasOwn(resource.relations, name)) wrong.push(unknownField(`/data/attributes/${escapePointer(name)}`))
    else fields[name] = value
  }
  for (const [name, { data: linkage }] of Object.entries(data.relationships ?? {})) {
    const relation = Object.hasOwn(resource.relations, name) ? resource.relations[name] : undefined
    const linked = linkage === null ? [] : Array.isArray(linkage) ? linkage : [linkage]
    const fits =
      relation && Array.isArray(linkage) === relation.many && linked.every(({ type }) => type === relation.to)
    if (!relation) wrong.push(unknownField(`/data/relationships/${escapePointer(name)}`))
    else if (!fits) wrong.push(problemObject('invalid', { pointer: pointerTo(resource, name) }))
    else fields[name] = relation.many ? linked.map(({ id }) => id) : (linked[0]?.id ?? null)
  }
  if (wrong.length > 0) throw Problem.all(wrong)
  return { data, fields }
}

const unknownField = (pointer: string) => problemObject('unknownField', { pointer })

function parseFields(
  resource: AnyResource,
  schema: z.ZodObject,
  fields: Record<string, unknown>,
  fixed: ReadonlySet<string>,
) {
  const parsed = schema.safeParse(fields)
  if (parsed.success) return parsed.data
  throw Problem.all(
    parsed.error.issues.flatMap((issue) => {
      const [field = '', ...inside] = issue.path.map(String)
      if (issue.code !== 'unrecognized_keys') return [fieldProblem(issue, pointerTo(resource, field, ...inside))]
      return issue.keys.map((key) => {
        const known = resource.readOnly.has(key) || fixed.has(key)
        return problemObject(known ? 'notWritable' : 'unknownField', { pointer: pointerTo(resource, key) })
      })
    }),
  )
}

/** The JSON pointer of a field in a document of this resource. */
export function pointerTo(resource: AnyResource, field: string, ...rest: string[]): string {
  if (field === 'id') return '/data/id'
  if (Object.hasOwn(resource.relations, field)) return `/data/relationships/${escapePointer(field)}`
  return ['/data/attributes', field, ...rest].map((part, at) => (at === 0 ? part : escapePointer(part))).join('/')
}

const escapePointer = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')

/** A zod issue as a problem: its message when that is a problem code, else by what is wrong. */
export function fieldProblem(issue: z.core.$ZodIssue, pointer: string): ProblemObject {
  if (Object.hasOwn(problems, issue.message)) return problemObject(issue.message as ProblemCode, { pointer })
  if (issue.code === 'invalid_type' && issue.input === undefined && issue.message.includes('undefined')) {
    return problemObject('required', { pointer })
  }
  if (issue.code === 'too_big') return problemObject('tooLong', { pointer, detail: issue.message })
  if (issue.code === 'too_small') return problemObject('tooShort', { pointer, detail: issue.message })
  return problemObject('invalid', { pointer, detail: issue.message })
}
