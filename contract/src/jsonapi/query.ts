import type { z } from 'zod'
import { Problem, type ProblemObject, problemObject } from '../problems'
import type { AnyResource, Filters } from './resource'

/** Default page size of a list (contract §1). */
export const defaultPageSize = 50

/** One sort key. */
export interface Sort {
  field: string
  descending: boolean
}

/** One page of a list: `after` and `before` are cursors of an earlier response. */
export interface Page {
  size: number
  after?: string
  before?: string
}

/** The query of a single resource: what to include, and which fields. */
export interface ResourceQuery {
  include: readonly string[]
  /** Sparse fieldsets by resource type. */
  fields: Readonly<Record<string, ReadonlySet<string>>>
}

/** A parsed list query. */
export interface ListQuery<R extends AnyResource = AnyResource> extends ResourceQuery {
  filters: Filters<R>
  sort: readonly Sort[]
  page: Page
}

/** A list request of a client; filter values are written as text. */
export interface ListRequest {
  filter?: Record<string, string | number | boolean | undefined>
  /** `name` or `-createdAt`. */
  sort?: readonly string[]
  include?: readonly string[]
  fields?: Record<string, readonly string[]>
  page?: { size?: number; after?: string; before?: string }
}

type Parameters = Iterable<readonly [string, string]>

/** Parses the query parameters of a list. Throws 400 with `source.parameter` for unknown, duplicate or invalid ones. */
export function readListQuery<R extends AnyResource>(resource: R, parameters: Parameters): ListQuery<R> {
  const rest = readParameters(parameters)
  const { options, remaining } = readOptions(resource, rest)
  const page: Page = { size: defaultPageSize }
  const filters: Record<string, string> = {}
  let sort: Sort[] = []
  for (const [name, value] of remaining) {
    const filter = /^filter\[([A-Za-z]+)\]$/.exec(name)?.[1]
    if (filter && Object.hasOwn(resource.filters.shape, filter)) filters[filter] = value
    else if (name === 'sort') sort = readSort(resource, value)
    else if (name === 'page[size]') page.size = readPageSize(resource, value)
    else if (name === 'page[after]') page.after = value
    else if (name === 'page[before]') page.before = value
    else throw new Problem('unknownParameter', { parameter: name })
  }
  if (page.after !== undefined && page.before !== undefined) {
    throw new Problem('invalidParameter', { parameter: 'page[before]', detail: 'Give page[after] or page[before]' })
  }
  return { ...options, filters: readFilters(resource, filters), sort, page }
}

/** Parses the query parameters of a single resource: `include` and `fields[type]` only. */
export function readResourceQuery(resource: AnyResource, parameters: Parameters): ResourceQuery {
  const { options, remaining } = readOptions(resource, readParameters(parameters))
  const [unknown] = remaining
  if (unknown) throw new Problem('unknownParameter', { parameter: unknown[0] })
  return options
}

/** Query parameters as a map. Throws 400 `duplicateParameter` for a repeated one. */
export function readParameters(parameters: Parameters): Map<string, string> {
  const map = new Map<string, string>()
  for (const [name, value] of parameters) {
    if (map.has(name)) throw new Problem('duplicateParameter', { parameter: name })
    map.set(name, value)
  }
  return map
}

function readOptions(resource: AnyResource, parameters: Map<string, string>) {
  const remaining: [string, string][] = []
  const fields: Record<string, ReadonlySet<string>> = {}
  let include: string[] = []
  for (const [name, value] of parameters) {
    const type = /^fields\[([a-z-]+)\]$/.exec(name)?.[1]
    if (type) fields[type] = readFieldset(resource, name, type, value)
    else if (name === 'include') include = readInclude(resource, value)
    else remaining.push([name, value])
  }
  return { options: { include, fields } satisfies ResourceQuery, remaining }
}

const splitList = (value: string) => value.split(',').filter((part) => part !== '')

function readFieldset(resource: AnyResource, parameter: string, type: string, value: string): ReadonlySet<string> {
  const names = splitList(value)
  const targets = Object.values(resource.relations).map(({ to }) => to)
  if (type !== resource.type && !targets.includes(type)) throw new Problem('invalidParameter', { parameter })
  const unknown = type === resource.type && names.find((name) => !Object.hasOwn(resource.fields.shape, name))
  if (unknown)
    throw new Problem('invalidParameter', { parameter, detail: `There is no field ${JSON.stringify(unknown)}` })
  return new Set(names)
}

function readInclude(resource: AnyResource, value: string): string[] {
  const names = splitList(value)
  if (names.some((name) => !resource.includes.includes(name))) {
    throw new Problem('invalidParameter', { parameter: 'include', detail: allowed(resource.includes) })
  }
  return names
}

function readSort(resource: AnyResource, value: string): Sort[] {
  const keys = splitList(value).map((key) => ({ field: key.replace(/^-/, ''), descending: key.startsWith('-') }))
  const known = keys.every(({ field }) => resource.sorts.includes(field))
  const doubled = new Set(keys.map(({ field }) => field)).size < keys.length
  if (!known || doubled) throw new Problem('invalidParameter', { parameter: 'sort', detail: allowed(resource.sorts) })
  return keys
}

const allowed = (names: readonly string[]) =>
  names.length > 0 ? `Allowed: ${names.join(', ')}` : 'Nothing is allowed here'

function readPageSize({ maxPageSize }: AnyResource, value: string): number {
  const size = /^\d{1,5}$/.test(value) ? Number(value) : 0
  if (size < 1 || size > maxPageSize) {
    throw new Problem('invalidParameter', { parameter: 'page[size]', detail: `From 1 to ${maxPageSize}` })
  }
  return size
}

function readFilters<R extends AnyResource>(resource: R, filters: Record<string, string>): Filters<R> {
  const parsed = resource.partialFilters.safeParse(filters)
  if (parsed.success) return parsed.data as Filters<R>
  throw Problem.all(parsed.error.issues.map(filterProblem))
}

const filterProblem = (issue: z.core.$ZodIssue): ProblemObject =>
  problemObject('invalidParameter', { parameter: `filter[${String(issue.path[0])}]` })

/** The address of a list: path and query in a stable order, suitable as a cache key. */
export function listAddress(
  resource: Pick<AnyResource, 'path'>,
  { filter, sort, include, fields, page }: ListRequest = {},
): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(filter ?? {})) {
    if (value !== undefined) parameters.set(`filter[${name}]`, String(value))
  }
  if (sort?.length) parameters.set('sort', sort.join(','))
  if (include?.length) parameters.set('include', include.join(','))
  for (const [type, names] of Object.entries(fields ?? {})) parameters.set(`fields[${type}]`, names.join(','))
  for (const [name, value] of Object.entries(page ?? {})) parameters.set(`page[${name}]`, String(value))
  const query = parameters.toString()
  return query ? `${resource.path}?${query}` : resource.path
}

/** The address of a single resource. */
export const address = (resource: Pick<AnyResource, 'path'>, id: string) => `${resource.path}/${encodeURIComponent(id)}`
