import { type FlatRecord, type JsonApiDocument, jsonApiMediaType, toRecord } from '@lintel/contract/jsonapi/document'
import { address, type ListRequest, listAddress } from '@lintel/contract/jsonapi/query'
import type { AnyResource, Entity } from '@lintel/contract/jsonapi/resource'
import { queryOptions } from '@tanstack/react-query'
import { send } from './send'

/** What reading needs to know of a resource: a full declaration, or a literal without fields (`first-calls`). */
type ResourceReference = Pick<AnyResource, 'type' | 'path' | 'maxPageSize'>

/** The result of a list: flat records, and the records requested by `include`. */
export interface RecordList<R extends AnyResource> {
  records: Entity<R>[]
  included: readonly IncludedRecord[]
}

/** An included record, with its type. */
export type IncludedRecord = FlatRecord & { type: string }

/** The query key prefix of a resource; invalidating it refetches all of its queries. */
export const keyOf = ({ type }: ResourceReference) => [type] as const

/** The query for all records of a list in the requested order, page by page. Fails like {@link send}. */
export const all = <R extends AnyResource>(resource: R | ResourceReference, request: ListRequest = {}) =>
  queryOptions({
    queryKey: [...keyOf(resource), 'all', request],
    queryFn: ({ signal }) => readAll(resource, request, signal),
  })

/** Reads what {@link all} caches. */
export async function readAll<R extends AnyResource>(
  resource: R | ResourceReference,
  request: ListRequest = {},
  signal?: AbortSignal,
): Promise<RecordList<R>> {
  const listed: RecordList<R> = { records: [], included: [] }
  let next: string | null | undefined = listAddress(resource, { ...request, page: { size: resource.maxPageSize } })
  while (next) {
    const document = await read(next, signal)
    listed.records.push(...recordsOf<R>(document))
    listed.included = [...listed.included, ...includedRecords(document)]
    next = document.links?.next && ownAddress(document.links.next)
  }
  return listed
}

/** The query for one record by id, with what `include` requests. Fails like {@link send}, with `notFound` for ids of others. */
export const one = <R extends AnyResource>(
  resource: R | ResourceReference,
  id: string,
  include: readonly string[] = [],
) =>
  queryOptions({
    queryKey: [...keyOf(resource), 'one', id, include],
    queryFn: async ({ signal }) => {
      const query = include.length > 0 ? `?include=${include.join(',')}` : ''
      const document = await read(`${address(resource, id)}${query}`, signal)
      const [record] = recordsOf<R>(document)
      if (!record) throw new TypeError(`The answer for ${resource.type} ${id} carries no record`)
      return { record, included: includedRecords(document) }
    },
  })

/** Reads a JSON:API document. Fails like {@link send}. */
export const read = async (from: string, signal?: AbortSignal) =>
  (await send({ method: 'GET', address: from, mediaType: jsonApiMediaType, signal })) as JsonApiDocument

/** The primary data of a document as records. */
export const recordsOf = <R extends AnyResource>({ data }: JsonApiDocument) =>
  // The response comes from our own server, which tests its shape against the same declaration.
  [data ?? []].flat().map((object) => toRecord(object) as Entity<R>)

/** The included records of a document. */
export const includedRecords = ({ included = [] }: JsonApiDocument): IncludedRecord[] =>
  included.map((object) => ({ ...toRecord(object), type: object.type }))

/** Links are absolute under the public address, but the app may be reached under another host (a tunnel, a test). */
const ownAddress = (link: string) => {
  const { pathname, search } = new URL(link, location.href)
  return `${pathname}${search}`
}
