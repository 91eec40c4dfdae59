import { type AnyCall, type CallAnswer, type CallBody, callAddress } from '@lintel/contract/jsonapi/call'
import { type JsonApiDocument, jsonApiMediaType, toRecord, toRequest } from '@lintel/contract/jsonapi/document'
import { address, type ListRequest, listAddress } from '@lintel/contract/jsonapi/query'
import type { AnyResource, DraftInput, Entity, Patch } from '@lintel/contract/jsonapi/resource'
import type { ProblemCode, ProblemObject, ProblemSource } from '@lintel/contract/problems'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'

/** An error response, thrown so that a test can say `rejects.toMatchObject({ code, source })`. */
export class RequestError extends Error {
  readonly status: number
  readonly code: ProblemCode
  readonly source: ProblemSource | undefined
  /** Every problem of the response; `code` and `source` are those of the first. */
  readonly problems: readonly ProblemObject[]

  constructor(status: number, problems: readonly ProblemObject[]) {
    const [first] = problems
    if (!first) throw new Error(`An answer of status ${status} names no problem`)
    super(`${status} ${problems.map(({ code, detail }) => `${code}: ${detail}`).join('; ')}`)
    this.status = status
    this.code = first.code
    this.source = first.source
    this.problems = problems
  }
}

/** A page of a list as flat records. */
export interface RecordPage<R> {
  records: Entity<R>[]
  total: number | null
  next: string | null
}

/** The parts of a call's request. */
export interface CallInput<C extends AnyCall> {
  parameters?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: CallBody<C>
  headers?: Record<string, string>
}

/**
 * A client of the application for one actor: sends requests as real clients do and returns flat records; throws a
 * {@link RequestError} for an error response.
 */
export interface ApiClient {
  /** Sends any request with this actor's bearer token; returns the raw response. */
  inject(request: InjectOptions): Promise<LightMyRequestResponse>
  list<R extends AnyResource>(resource: R, request?: ListRequest): Promise<Entity<R>[]>
  page<R extends AnyResource>(resource: R, request?: ListRequest): Promise<RecordPage<R>>
  get<R extends AnyResource>(resource: R, id: string): Promise<Entity<R>>
  post<R extends AnyResource>(resource: R, draft: DraftInput<R>, headers?: Record<string, string>): Promise<Entity<R>>
  /** With `version` (If-Match), the change is refused when the record's version differs. */
  patch<R extends AnyResource>(resource: R, id: string, patch: Patch<R>, version?: number): Promise<Entity<R>>
  remove(resource: AnyResource, id: string, version?: number): Promise<void>
  call<C extends AnyCall>(call: C, parts?: CallInput<C>): Promise<CallAnswer<C>>
}

/** A client that sends the bearer token of `bearer`; none when it is undefined. */
export function apiClient(app: FastifyInstance, bearer: () => Promise<string | undefined>): ApiClient {
  const inject = async (request: InjectOptions): Promise<LightMyRequestResponse> => {
    const token = await bearer()
    return app.inject({
      ...request,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...request.headers },
    })
  }
  const ask = async (request: InjectOptions): Promise<LightMyRequestResponse> => {
    const answer = await inject(request)
    if (answer.statusCode < 400) return answer
    throw new RequestError(answer.statusCode, answer.json<JsonApiDocument>().errors ?? [])
  }
  const send = (method: 'POST' | 'PATCH', url: string, document: object, headers: Record<string, string> = {}) =>
    ask({ method, url, headers: { 'content-type': jsonApiMediaType, ...headers }, payload: JSON.stringify(document) })
  const page = async <R extends AnyResource>(resource: R, request?: ListRequest): Promise<RecordPage<R>> => {
    const { data, meta, links } = (
      await ask({ method: 'GET', url: listAddress(resource, request) })
    ).json<JsonApiDocument>()
    if (!Array.isArray(data)) throw new Error('A list answers a list')
    return {
      records: data.map((object) => recordOf<R>(object)),
      total: meta?.page?.total ?? null,
      next: links?.next ?? null,
    }
  }
  return {
    inject,
    page,
    list: async (resource, request) => (await page(resource, request)).records,
    get: async <R extends AnyResource>(resource: R, id: string) =>
      single<R>(await ask({ method: 'GET', url: address(resource, id) })),
    post: async <R extends AnyResource>(resource: R, draft: DraftInput<R>, headers?: Record<string, string>) =>
      single<R>(await send('POST', resource.path, toRequest(resource, draft), headers)),
    patch: async <R extends AnyResource>(resource: R, id: string, patch: Patch<R>, version?: number) =>
      single<R>(await send('PATCH', address(resource, id), toRequest(resource, patch, id), ifMatch(version))),
    remove: async (resource, id, version) => {
      await ask({ method: 'DELETE', url: address(resource, id), headers: ifMatch(version) })
    },
    call: async (call, { parameters, query, body, headers } = {}) => {
      const url = callAddress(call, parameters, query)
      const answer = await ask({
        method: call.method,
        url,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      })
      return (answer.body === '' ? undefined : answer.json()) as CallAnswer<typeof call>
    },
  }
}

const ifMatch = (version: number | undefined) => (version === undefined ? {} : { 'if-match': `"${version}"` })

function single<R extends AnyResource>(answer: LightMyRequestResponse): Entity<R> {
  const { data } = answer.json<JsonApiDocument>()
  if (!data || Array.isArray(data)) throw new Error('A resource answers one object')
  return recordOf<R>(data)
}

/** Casts a record to its resource's type, which the conformance tests verify. */
const recordOf = <R extends AnyResource>(object: Parameters<typeof toRecord>[0]) => toRecord(object) as Entity<R>
