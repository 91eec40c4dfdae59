import { type AnyCall, type CallBody, callAddress } from '@lintel/contract/jsonapi/call'
import { jsonApiMediaType, toRequest } from '@lintel/contract/jsonapi/document'
import { address, listAddress } from '@lintel/contract/jsonapi/query'
import {
  type AnyResource,
  type DraftInput,
  type Filters,
  inProject,
  type Patch,
} from '@lintel/contract/jsonapi/resource'
import type { InjectOptions } from 'fastify'
import type { Operation } from '../src/platform/route'
import { multipartForm } from './multipart-form'

/** One row of the authorization matrix: a request, and the status that each actor gets. */
export interface AccessRow {
  /** `GET /mgw/api/v3/projects/{id}`, as `routeName` formats it. */
  route: string
  request: InjectOptions
  /** The same request for an id that does not exist; only where the URL identifies a single object. */
  unknown: InjectOptions | undefined
  statuses: readonly number[]
}

/** The parts of the requests of a resource's row. */
interface ResourceRequest<R extends AnyResource> {
  /** The project, for resources whose path contains one. */
  project?: string
  id?: string
  filter?: Filters<R>
  /** Omitted fields take the contract's defaults. */
  draft?: Partial<DraftInput<R>>
  patch?: Patch<R>
}

const methods = { list: 'GET', read: 'GET', create: 'POST', update: 'PATCH', remove: 'DELETE' } as const

/** An id that does not exist. */
const unknownId = '018cc251-f400-7000-8000-000000000000'
const unknownEmail = 'nobody@nowhere.example'
const unknownIdLike = (id: string) =>
  id.includes('@') ? unknownEmail : id.includes('.') ? `${unknownId}.${unknownId}` : unknownId

/** The rows of one operation of a resource, one for each version of its path. */
export function resourceRows<R extends AnyResource>(
  declared: R,
  operation: Operation,
  statuses: string,
  { project, id, filter, draft, patch }: ResourceRequest<R> = {},
): AccessRow[] {
  const resource = project === undefined ? declared : inProject(declared, project)
  const method = methods[operation]
  const requestFor = (target: string | undefined): InjectOptions => {
    const document = draft ? toRequest(resource, draft) : patch ? toRequest(resource, patch, target) : undefined
    return {
      method,
      url:
        target === undefined
          ? listAddress(resource, { filter: filter as Record<string, string> })
          : address(resource, target),
      ...(document && { headers: { 'content-type': jsonApiMediaType }, payload: JSON.stringify(document) }),
    }
  }
  return declared.paths.map((path, at) => {
    const under = ({ url, ...request }: InjectOptions): InjectOptions => ({
      ...request,
      url: String(url).replace(resource.path, resource.paths[at] ?? path),
    })
    return {
      route: `${method} ${path}${id === undefined ? '' : '/{id}'}`,
      request: under(requestFor(id)),
      unknown: id === undefined ? undefined : under(requestFor(unknownIdLike(id))),
      statuses: statuses.split(' ').map(Number),
    }
  })
}

/** The parts of the request of a call's row. */
interface CallRequest<C extends AnyCall> {
  parameters?: Record<string, string>
  query?: Record<string, string>
  body?: CallBody<C>
}

/** The row of a call. */
export function callRow<C extends AnyCall>(
  call: C,
  statuses: string,
  { parameters, query, body }: CallRequest<C> = {},
): AccessRow {
  const requestFor = (given: Record<string, string> | undefined): InjectOptions => ({
    method: call.method,
    url: callAddress(call, given, query),
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }),
  })
  const unknown =
    parameters && Object.fromEntries(Object.entries(parameters).map(([name, id]) => [name, unknownIdLike(id)]))
  return {
    route: `${call.method} ${call.path}`,
    request: requestFor(parameters),
    unknown: unknown && requestFor(unknown),
    statuses: statuses.split(' ').map(Number),
  }
}

/** The row of a URL without parameters: `GET /dev/outbox`. */
export function addressRow(route: `GET /${string}`, statuses: string): AccessRow {
  const url = route.slice('GET '.length)
  return { route, request: { method: 'GET', url }, unknown: undefined, statuses: statuses.split(' ').map(Number) }
}

/** A row whose response is an endless stream: only its status is checked. */
export const asStream = ({ request, ...row }: AccessRow): AccessRow => ({
  ...row,
  request: { ...request, payloadAsStream: true },
})

/** The row with binary content as its request body. */
export function withBytes({ request, unknown, ...row }: AccessRow): AccessRow {
  const bytes = { headers: { 'content-type': 'application/octet-stream' }, payload: Buffer.from('a plan') }
  return { ...row, request: { ...request, ...bytes }, unknown: unknown && { ...unknown, ...bytes } }
}

/** The row with a multipart form as its request body. */
export const withForm = (
  { request, ...row }: AccessRow,
  fields: Readonly<Record<string, string | Buffer>>,
): AccessRow => ({ ...row, request: { ...request, ...multipartForm(fields) } })
