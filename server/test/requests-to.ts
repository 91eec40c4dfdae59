import { jsonApiMediaType, type ResourceObject, toRecord, toRequest } from '@lintel/contract/jsonapi/document'
import { address } from '@lintel/contract/jsonapi/query'
import type { AnyResource } from '@lintel/contract/jsonapi/resource'
import type { ProblemObject } from '@lintel/contract/problems'
import type { FastifyInstance, InjectOptions } from 'fastify'

type Fields = Record<string, unknown>

/** A response with its document's data as flat records. */
export interface Answer {
  status: number
  body: string
  headers: Record<string, unknown>
  // Tests assert the fields they need.
  // biome-ignore lint/suspicious/noExplicitAny: fields of any resource
  record: any
  // biome-ignore lint/suspicious/noExplicitAny: fields of any resource
  records: any[]
  total: number | null | undefined
  next: string | null | undefined
  included: ResourceObject[]
  errors: ProblemObject[]
  /** The first problem's code. */
  code: string | undefined
  pointers: (string | undefined)[]
}

/** Sends requests as a user: `as('kari').read(projects, id)`. */
export function requestsTo(app: FastifyInstance) {
  const ask = async (bearer: string | undefined, options: InjectOptions): Promise<Answer> => {
    const answer = await app.inject({
      ...options,
      headers: {
        host: 'localhost',
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(options.payload !== undefined && { 'content-type': jsonApiMediaType }),
        ...options.headers,
      },
    })
    const document = answer.body ? JSON.parse(answer.body) : {}
    const errors: ProblemObject[] = document.errors ?? []
    const data: ResourceObject[] = [document.data ?? []].flat()
    return {
      status: answer.statusCode,
      body: answer.body,
      headers: answer.headers,
      record: data[0] && toRecord(data[0]),
      records: data.map(toRecord),
      total: document.meta?.page?.total,
      next: document.links?.next,
      included: document.included ?? [],
      errors,
      code: errors[0]?.code,
      pointers: errors.map(({ source }) => (source && 'pointer' in source ? source.pointer : undefined)),
    }
  }
  return (bearer?: string) => ({
    get: (url: string) => ask(bearer, { method: 'GET', url }),
    patch: (url: string, payload: object) => ask(bearer, { method: 'PATCH', url, payload }),
    post: (url: string, payload?: object) => ask(bearer, { method: 'POST', url, ...(payload && { payload }) }),
    list: (resource: AnyResource, query = '') => ask(bearer, { method: 'GET', url: `${resource.path}${query}` }),
    read: (resource: AnyResource, id: string, query = '') =>
      ask(bearer, { method: 'GET', url: `${address(resource, id)}${query}` }),
    create: (resource: AnyResource, draft: Fields, headers: Record<string, string> = {}) =>
      ask(bearer, { method: 'POST', url: resource.path, payload: toRequest(resource, draft), headers }),
    change: (resource: AnyResource, id: string, patch: Fields, headers: Record<string, string> = {}) =>
      ask(bearer, {
        method: 'PATCH',
        url: address(resource, id),
        payload: toRequest(resource, patch as never, id),
        headers,
      }),
    remove: (resource: AnyResource, id: string, headers: Record<string, string> = {}) =>
      ask(bearer, { method: 'DELETE', url: address(resource, id), headers }),
  })
}
