import { z } from 'zod'
import { placedPath } from './placed-path'

// Content-Security-Policy forbids eval, and the server's routes are compiled elsewhere: no generated validators.
z.config({ jitless: true })

/** Largest page of a list, where its resource does not say otherwise (contract §1). */
export const largestPageSize = 200

/** How a field refers to other resources. */
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

/** A field that names exactly one resource of type `to`, by id. */
export const one = (to: string) => related(reference(), to, false)

/** A field that names one resource of type `to`, or null. */
export const oneOrNone = (to: string) => related(reference().nullable(), to, false)

/** A field that names any number of resources of type `to`. */
export const many = (to: string) => related(z.array(reference()).max(10_000), to, true)

type Shape = z.ZodRawShape
type Keys<F extends Shape> = keyof F & string

/** What a resource declares; everything else about it is derived. */
export interface ResourceDeclaration<
  F extends Shape,
  Q extends Shape,
  ReadOnly extends Keys<F>,
  CreateOnly extends Keys<F>,
> {
  /** Address of the collection, without the version base: `user-organizations`. Default: the type. */
  name?: string
  /** Records belong to a project each, and are asked for within it: `/project-{project}/api/v1/NAME` (contract §2). */
  scope?: 'project'
  fields: F
  /** Written by the server alone: refused with 422 `notWritable`, omitted when the web saves. */
  readOnly?: readonly ReadOnly[]
  /** May be given at creation and never changes afterwards. */
  createOnly?: readonly CreateOnly[]
  /** What a creation means when it does not say, undefined where the server decides; nullable fields default to null. */
  defaults?: Partial<{ [Key in Keys<F>]: z.output<F[Key]> | undefined }>
  /** The client chooses the id at creation, valid by this schema. Otherwise the server does. */
  chosenId?: z.ZodType<string>
  filters?: Q
  sorts?: readonly (Keys<F> | 'id')[]
  /** Relations that `include` may ask for; default none. */
  includes?: readonly Keys<F>[]
  /** Largest `page[size]`; default 200 (contract §1). More for small records that a screen wants all of at once. */
  largestPage?: number
}

/** A resource: a type of record that travels as JSON:API under `/mgw/api/v3` and, the same, `/mgw/api/v2`. */
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
  /** What an address has to name before a record is found; null where ids are enough. */
  readonly scope: 'project' | null
  readonly fields: z.ZodObject<F>
  readonly filters: z.ZodObject<Q>
  /** What a list may be asked to filter by: any of the filters, none else. */
  readonly anyFilters: z.ZodObject
  readonly readOnly: ReadonlySet<string>
  readonly createOnly: ReadonlySet<string>
  readonly sorts: readonly string[]
  readonly includes: readonly string[]
  /** Largest `page[size]` of its list. */
  readonly largestPage: number
  readonly relations: Readonly<Record<string, Relation>>
  readonly attributes: readonly string[]
  readonly chosenId: z.ZodType<string> | undefined
  /** What a creation carries: unknown keys fail, missing nullable fields are null. */
  readonly draft: z.ZodObject
  /** What a change carries: any part of what may be changed. */
  readonly patch: z.ZodObject
  /** Only at the type level: which fields the client never writes. */
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

type Written<F extends Shape, Without extends string> = Omit<z.output<z.ZodObject<F>>, Without>
type NullableKeys<T> = { [Key in keyof T]: null extends T[Key] ? Key : never }[keyof T]

/** A creation as the server's `run` receives it: every writable field present. */
export type Draft<R> =
  R extends Resource<string, infer F, Shape, infer ReadOnly, string> ? Written<F, ReadOnly> & { id?: string } : never

/** A creation as a form or client writes it: nullable fields may be left out. */
export type DraftInput<R> = Omit<Draft<R>, NullableKeys<Draft<R>>> & Partial<Pick<Draft<R>, NullableKeys<Draft<R>>>>

/** A change: any part of the fields that may change. */
export type Patch<R> =
  R extends Resource<string, infer F, Shape, infer ReadOnly, infer CreateOnly>
    ? Partial<Written<F, ReadOnly | CreateOnly>>
    : never

/** The filters of a list, parsed. */
export type Filters<R> =
  R extends Resource<string, Shape, infer Q, string, string> ? Partial<z.output<z.ZodObject<Q>>> : never

/** A resource of content at its address in one project, for whoever asks for it. */
export const inProject = <R extends AnyResource>(resource: R, project: string): R => ({
  ...resource,
  path: placedPath(resource, { project }),
  paths: resource.paths.map((path) => placedPath({ ...resource, path }, { project })),
})

/** The fields that a change may carry, in the order of their declaration. */
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
  const { fields, readOnly = [], createOnly = [], defaults = {}, chosenId } = declaration
  const names = Object.keys(fields)
  const kept = names.find((field) => field === 'type' || field === 'id')
  if (kept) throw new TypeError(`A field of ${type} is called ${kept}, which JSON:API keeps for the resource itself`)
  const relationOf = Object.fromEntries(
    names.flatMap((name) => {
      const relation = relations.get(fields[name] as unknown as z.ZodType)
      return relation ? [[name, relation] as const] : []
    }),
  )
  const unwritable = new Set<string>(readOnly)
  const fixed = new Set<string>(createOnly)
  const name = declaration.name ?? type
  const filters = z.strictObject(declaration.filters ?? ({} as Q))
  return {
    type,
    ...addressesOf(name, declaration.scope),
    fields: z.object(fields),
    filters,
    anyFilters: filters.partial() as z.ZodObject,
    readOnly: unwritable,
    createOnly: fixed,
    sorts: declaration.sorts ?? [],
    includes: declaration.includes ?? [],
    largestPage: declaration.largestPage ?? largestPageSize,
    relations: relationOf,
    attributes: names.filter((field) => !(field in relationOf)),
    chosenId,
    draft: draftOf(fields, unwritable, defaults, chosenId),
    patch: patchOf(fields, unwritable, fixed),
  }
}

/** What is in a project has one address that is served, for which the others stand (`servedAddress`). */
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
  chosenId: z.ZodType<string> | undefined,
) {
  const entries = writable(fields, readOnly).map(([name, schema]) => {
    if (name in defaults)
      return [name, defaults[name] === undefined ? schema.optional() : schema.default(defaults[name])]
    return [name, schema.safeParse(null).success ? schema.default(null) : schema]
  })
  return z.strictObject({ ...Object.fromEntries(entries), ...(chosenId && { id: chosenId }) })
}

const patchOf = (fields: Shape, readOnly: ReadonlySet<string>, createOnly: ReadonlySet<string>) =>
  z.strictObject(
    Object.fromEntries(
      writable(fields, new Set([...readOnly, ...createOnly])).map(([name, schema]) => [name, schema.optional()]),
    ),
  )
