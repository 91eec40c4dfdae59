import { z } from 'zod'
import { Problem, type ProblemObject, problemObject } from '../problems'
import { escapePointer, pointerTo } from './document'
import { fieldProblem } from './field-problem'
import type { AnyResource, Draft, Patch } from './resource'

/** Drops members whose names begin with `@`, which JSON:API ignores. */
const withoutAtMembers = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) => (isObject(value) ? Object.fromEntries(Object.entries(value).filter(isNoAtMember)) : value),
    schema,
  )

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isNoAtMember = ([name]: [string, unknown]) => !name.startsWith('@')

const identifier = withoutAtMembers(z.strictObject({ type: z.string(), id: z.string(), meta: z.unknown().optional() }))
const relationship = z.looseObject({ data: z.union([identifier, z.array(identifier), z.null()]) })
const request = z.object({
  data: withoutAtMembers(
    z.strictObject({
      type: z.string(),
      id: z.string().optional(),
      /** The client's own id of the resource; only operations refer to it. */
      lid: z.string().optional(),
      attributes: withoutAtMembers(z.record(z.string(), z.unknown())).optional(),
      relationships: withoutAtMembers(z.record(z.string(), relationship)).optional(),
      links: z.unknown().optional(),
      meta: z.unknown().optional(),
    }),
  ),
})

/** Parses the document of a creation into a draft. Throws 400 malformed, 409 typeConflict or 422 with one problem per field. */
export function readDraft<R extends AnyResource>(resource: R, body: unknown): Draft<R> {
  const { data, fields } = readFields(resource, body)
  if (data.id !== undefined && !resource.clientGeneratedId) {
    throw new Problem('notWritable', { pointer: '/data/id', detail: 'The server chooses the id' })
  }
  const input = data.id === undefined ? fields : { ...fields, id: data.id }
  return parseFields(resource, resource.draft, input, new Set()) as Draft<R>
}

/** Parses the document of an update into a patch. Throws 400 malformed, 409 typeConflict or 422 with one problem per field. */
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
