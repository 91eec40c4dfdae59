import { type FlatRecord, type JsonApiDocument, jsonApiMediaType, toRecord } from '@lintel/contract/jsonapi/document'
import { address, type ListRequest, listAddress } from '@lintel/contract/jsonapi/query'
import type { AnyResource, Entity } from '@lintel/contract/jsonapi/resource'
import { queryOptions } from '@tanstack/react-query'
import { send } from './send'

/** What reading needs of a resource: a whole declaration, or one written down without its fields (`first-calls`). */
type Written = Pick<AnyResource, 'type' | 'path' | 'largestPage'>

/** What a read or list brought: flat records, and the records that `include` asked for. */
export interface Listed<R extends AnyResource> {
  records: Entity<R>[]
  included: readonly IncludedRecord[]
}

/** A record that came along, with its type. */
export type IncludedRecord = FlatRecord & { type: string }

/** The key under which everything of a resource is cached; invalidating it reads all of it again. */
export const keyOf = ({ type }: Written) => [type] as const

/** All records of a list, page after page in the order asked for. Fails like {@link send}. */
export const all = <R extends AnyResource>(resource: R | Written, request: ListRequest = {}) =>
  queryOptions({
    queryKey: [...keyOf(resource), 'all', request],
    queryFn: ({ signal }) => readAll(resource, request, signal),
  })

/** What {@link all} caches, read now. */
export async function readAll<R extends AnyResource>(
  resource: R | Written,
  request: ListRequest = {},
  signal?: AbortSignal,
): Promise<Listed<R>> {
  const listed: Listed<R> = { records: [], included: [] }
  let next: string | null | undefined = listAddress(resource, { ...request, page: { size: resource.largestPage } })
  while (next) {
    const document = await read(next, signal)
    listed.records.push(...recordsOf<R>(document))
    listed.included = [...listed.included, ...includedIn(document)]
    next = document.links?.next && ownAddress(document.links.next)
  }
  return listed
}

/** One record by its id, and what `include` asked for. Fails like {@link send}, with `notFound` for foreign ids. */
export const one = <R extends AnyResource>(resource: R | Written, id: string, include: readonly string[] = []) =>
  queryOptions({
    queryKey: [...keyOf(resource), 'one', id, include],
    queryFn: async ({ signal }) => {
      const query = include.length > 0 ? `?include=${include.join(',')}` : ''
      const document = await read(`${address(resource, id)}${query}`, signal)
      const [record] = recordsOf<R>(document)
      if (!record) throw new TypeError(`The answer for ${resource.type} ${id} carries no record`)
      return { record, included: includedIn(document) }
    },
  })

/** Reads a document. Fails like {@link send}. */
export const read = async (from: string, signal?: AbortSignal) =>
  (await send({ method: 'GET', address: from, mediaType: jsonApiMediaType, signal })) as JsonApiDocument

/** The records that a document is about. */
export const recordsOf = <R extends AnyResource>({ data }: JsonApiDocument) =>
  // Our own server's answer: its shape is tested there against the same declaration.
  [data ?? []].flat().map((object) => toRecord(object) as Entity<R>)

/** The records that came along with them. */
export const includedIn = ({ included = [] }: JsonApiDocument): IncludedRecord[] =>
  included.map((object) => ({ ...toRecord(object), type: object.type }))

/** Links are absolute under the public address; the app may be reached by another name (a tunnel, a test). */
const ownAddress = (link: string) => {
  const { pathname, search } = new URL(link, location.href)
  return `${pathname}${search}`
}
