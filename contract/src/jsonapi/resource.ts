import { z } from 'zod'
import type { ProblemCode } from '../problems'
import { scopedPath } from './scoped-path'

// The Content-Security-Policy forbids eval, which zod's generated validators need.
z.config({ jitless: true })

/** Default maximum page size of a list (contract §1). */
export const defaultMaxPageSize = 200

/** The relation of a field to other resources. */
export interface Relation {
  to: string
  many: boolean
}

const relations = new WeakMap<z.ZodType, Relation>()

const related = <Schema extends z.ZodType>(schema: Schema, to: string, many: boolean): Schema => {
  relations.set(schema, { to, many })
  return schema
}

const reference = () => z.string().min(1).max(254)

/** A field that refers to exactly one resource of type `to` by id. */
export const one = (to: string) => related(reference(), to, false)

/** A field that refers to one resource of type `to`, or null. */
export const oneOrNone = (to: string) => related(reference().nullable(), to, false)

/** A field that refers to any number of resources of type `to`. */
export const many = (to: string) => related(z.array(reference()).max(10_000), to, true)

type Shape = z.ZodRawShape
type Keys<F extends Shape> = keyof F & string

/** The declaration of a resource; everything else is derived from it. */
export interface ResourceDeclaration<
  F extends Shape,
  Q extends Shape,
  ReadOnly extends Keys<F>,
  CreateOnly extends Keys<F>,
> {
  /** Name of the collection in addresses: `user-organizations`. Default: the type. */
  name?: string
  /** Records belong to a project and are addressed within it: `/project-{project}/api/v1/NAME` (contract §2). */
  scope?: 'project'
  fields: F
  /** Written by the server only: rejected with 422 `notWritable`, and omitted from requests of the web. */
  readOnly?: readonly ReadOnly[]
  /** May be set at creation and never changed afterwards. */
  createOnly?: readonly CreateOnly[]
  /** Defaults of a creation, undefined where the server decides; nullable fields default to null. */
  defaults?: Partial<{ [Key in Keys<F>]: z.output<F[Key]> | undefined }>
  /** Schema of client-generated ids; without it the server generates the id. */
  clientGeneratedId?: z.ZodType<string>
  filters?: Q
  sorts?: readonly (Keys<F> | 'id')[]
  /** Relations that `include` may name; default none. */
  includes?: readonly Keys<F>[]
  /** Maximum `page[size]`; default 200 (contract §1). Larger for small records that a screen needs all at once. */
  maxPageSize?: number
  /** The problems of its list beside those of every list. */
  listProblems?: readonly ProblemCode[]
}

/** A resource: a type of record exposed as JSON:API under `/mgw/api/v3` and, identically, `/mgw/api/v2`. */
export interface Resource<
  T extends string = string,
  F extends Shape = Shape,
  Q extends Shape = Shape,
  ReadOnly extends string = string,
  CreateOnly extends string = string,
> {
  readonly type: T
  /** Path of the collection below the origin, version 3. */
  readonly path: string
  readonly paths: readonly string[]
  /** `project` for records addressed within their project; null where ids are enough. */
  readonly scope: 'project' | null
  readonly fields: z.ZodObject<F>
  readonly filters: z.ZodObject<Q>
  /** The filters of a list, all optional; unknown ones are rejected. */
  readonly partialFilters: z.ZodObject
  readonly readOnly: ReadonlySet<string>
  readonly createOnly: ReadonlySet<string>
  readonly sorts: readonly string[]
  readonly includes: readonly string[]
  /** Maximum `page[size]` of its list. */
  readonly maxPageSize: number
  readonly listProblems: readonly ProblemCode[]
  readonly relations: Readonly<Record<string, Relation>>
  readonly attributes: readonly string[]
  readonly clientGeneratedId: z.ZodType<string> | undefined
  /** Schema of a creation: unknown keys fail, missing nullable fields are null. */
  readonly draft: z.ZodObject
  /** Schema of an update: any subset of the changeable fields. */
  readonly patch: z.ZodObject
  /** Type-level only: the fields that clients never write. */
  readonly '~writable'?: { readOnly: ReadOnly; createOnly: CreateOnly }
}

/** Any resource, where its fields do not matter. */
// biome-ignore lint/suspicious/noExplicitAny: the one place where every shape of resource is accepted
export type AnyResource = Resource<string, any, any, string, string>

/** The flat record of a resource: id, version (its ETag) and fields; relations are ids. */
export type Entity<R> =
  R extends Resource<string, infer F, Shape, string, string>
    ? { id: string; version: number } & z.output<z.ZodObject<F>>
    : never

type WritableFields<F extends Shape, Without extends string> = Omit<z.output<z.ZodObject<F>>, Without>
type NullableKeys<T> = { [Key in keyof T]: null extends T[Key] ? Key : never }[keyof T]

/** A creation as the server's handler receives it: every writable field is present. */
export type Draft<R> =
  R extends Resource<string, infer F, Shape, infer ReadOnly, string>
    ? WritableFields<F, ReadOnly> & { id?: string }
    : never

/** A creation as a client writes it: nullable fields are optional. */
export type DraftInput<R> = Omit<Draft<R>, NullableKeys<Draft<R>>> & Partial<Pick<Draft<R>, NullableKeys<Draft<R>>>>

/** An update: any subset of the changeable fields. */
export type Patch<R> =
  R extends Resource<string, infer F, Shape, infer ReadOnly, infer CreateOnly>
    ? Partial<WritableFields<F, ReadOnly | CreateOnly>>
    : never

/** The filters of a list, parsed. */
export type Filters<R> =
  R extends Resource<string, Shape, infer Q, string, string> ? Partial<z.output<z.ZodObject<Q>>> : never

/** A content resource with the addresses of one project. */
export const inProject = <R extends AnyResource>(resource: R, project: string): R => {
  const { scope } = resource
  const addressed = (path: string) => scopedPath({ scope, path }, { project })
  // Inherits the rest, because copying it would build the schemas.
  return Object.create(resource, {
    path: { value: addressed(resource.path), enumerable: true },
    paths: { value: resource.paths.map(addressed), enumerable: true },
  })
}

/** A value that is made when it is first read. */
function lazily<Value extends object>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= make()
    return value
  }
}

/** The fields that an update may contain, in the order of their declaration. */
export const changeableFields = <R extends AnyResource>(resource: R) =>
  Object.keys(resource.patch.shape) as (keyof Patch<R> & string)[]

/** Declares a resource once; paths, drafts, patches and relations are derived from it. */
export function resource<
  const T extends string,
  F extends Shape,
  Q extends Shape = Record<never, never>,
  const ReadOnly extends Keys<F> = never,
  const CreateOnly extends Keys<F> = never,
>(type: T, declaration: ResourceDeclaration<F, Q, ReadOnly, CreateOnly>): Resource<T, F, Q, ReadOnly, CreateOnly> {
  const { fields, readOnly = [], createOnly = [], defaults = {}, clientGeneratedId } = declaration
  const names = Object.keys(fields)
  const reserved = names.find((field) => field === 'type' || field === 'id')
  if (reserved)
    throw new TypeError(`A field of ${type} is called ${reserved}, which JSON:API keeps for the resource itself`)
  const relationOf = Object.fromEntries(
    names.flatMap((name) => {
      const relation = relations.get(fields[name] as unknown as z.ZodType)
      return relation ? [[name, relation] as const] : []
    }),
  )
  const unwritable = new Set<string>(readOnly)
  const fixed = new Set<string>(createOnly)
  const name = declaration.name ?? type
  // Most pages read the records of many resources and write or filter those of few.
  const all = lazily(() => z.object(fields))
  const filters = lazily(() => z.strictObject(declaration.filters ?? ({} as Q)))
  const partialFilters = lazily(() => filters().partial() as z.ZodObject)
  const draft = lazily(() => draftOf(fields, unwritable, defaults, clientGeneratedId))
  const patch = lazily(() => patchOf(fields, unwritable, fixed))
  return {
    type,
    ...addressesOf(name, declaration.scope),
    get fields() {
      return all()
    },
    get filters() {
      return filters()
    },
    get partialFilters() {
      return partialFilters()
    },
    get draft() {
      return draft()
    },
    get patch() {
      return patch()
    },
    readOnly: unwritable,
    createOnly: fixed,
    sorts: declaration.sorts ?? [],
    includes: declaration.includes ?? [],
    maxPageSize: declaration.maxPageSize ?? defaultMaxPageSize,
    listProblems: declaration.listProblems ?? [],
    relations: relationOf,
    attributes: names.filter((field) => !(field in relationOf)),
    clientGeneratedId,
  }
}

/** A resource of a project has one canonical address; the others are rewritten to it (`canonicalAddress`). */
function addressesOf(name: string, scope: 'project' | undefined): Pick<AnyResource, 'path' | 'paths' | 'scope'> {
  const within = `/project-{project}/api/v1/${name}`
  if (scope) return { path: within, paths: [within], scope }
  return { path: `/mgw/api/v3/${name}`, paths: [`/mgw/api/v3/${name}`, `/mgw/api/v2/${name}`], scope: null }
}

const writable = (fields: Shape, without: ReadonlySet<string>) =>
  Object.entries(fields).filter(([name]) => !without.has(name)) as [string, z.ZodType][]

function draftOf(
  fields: Shape,
  readOnly: ReadonlySet<string>,
  defaults: Record<string, unknown>,
  clientGeneratedId: z.ZodType<string> | undefined,
) {
  const entries = writable(fields, readOnly).map(([name, schema]) => {
    if (name in defaults)
      return [name, defaults[name] === undefined ? schema.optional() : schema.default(defaults[name])]
    return [name, schema.safeParse(null).success ? schema.default(null) : schema]
  })
  return z.strictObject({ ...Object.fromEntries(entries), ...(clientGeneratedId && { id: clientGeneratedId }) })
}

const patchOf = (fields: Shape, readOnly: ReadonlySet<string>, createOnly: ReadonlySet<string>) =>
  z.strictObject(
    Object.fromEntries(
      writable(fields, new Set([...readOnly, ...createOnly])).map(([name, schema]) => [name, schema.optional()]),
    ),
  )
