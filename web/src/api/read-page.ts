import { type ListRequest, listAddress } from '@lintel/contract/jsonapi/query'
import type { AnyResource } from '@lintel/contract/jsonapi/resource'
import { queryOptions } from '@tanstack/react-query'
import { includedRecords, keyOf, type RecordList, read, recordsOf } from './resource'

/** Reads one page of a list as `request.page` specifies, with the cursor of the next page and the total. Fails like {@link send}. */
export async function readPage<R extends AnyResource>(
  resource: R,
  request: ListRequest,
  signal?: AbortSignal,
): Promise<RecordList<R> & { next: string | undefined; total: number | undefined }> {
  const document = await read(listAddress(resource, request), signal)
  const next = document.links?.next
  return {
    records: recordsOf<R>(document),
    included: includedRecords(document),
    total: document.meta?.page?.total ?? undefined,
    next: next === undefined ? undefined : (new URL(next, location.href).searchParams.get('page[after]') ?? undefined),
  }
}

/** The query for the first `size` records of a list in the requested order. Fails like {@link send}. */
export const first = <R extends AnyResource>(resource: R, size: number, request: ListRequest = {}) =>
  queryOptions({
    queryKey: [...keyOf(resource), 'first', size, request],
    queryFn: ({ signal }) => readPage(resource, { ...request, page: { size } }, signal),
  })
