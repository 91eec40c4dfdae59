import { type ListRequest, listAddress } from '@lintel/contract/jsonapi/query'
import type { AnyResource } from '@lintel/contract/jsonapi/resource'
import { queryOptions } from '@tanstack/react-query'
import { includedIn, keyOf, type Listed, read, recordsOf } from './resource'

/** One page of a list, as `request.page` asks for it, the cursor of the page after it and how many the list has. Fails like {@link send}. */
export async function pageOf<R extends AnyResource>(
  resource: R,
  request: ListRequest,
  signal?: AbortSignal,
): Promise<Listed<R> & { next: string | undefined; total: number | undefined }> {
  const document = await read(listAddress(resource, request), signal)
  const next = document.links?.next
  return {
    records: recordsOf<R>(document),
    included: includedIn(document),
    total: document.meta?.page?.total ?? undefined,
    next: next === undefined ? undefined : (new URL(next, location.href).searchParams.get('page[after]') ?? undefined),
  }
}

/** The first records of a list, `size` of them at most, in the order asked for. Fails like {@link send}. */
export const first = <R extends AnyResource>(resource: R, size: number, request: ListRequest = {}) =>
  queryOptions({
    queryKey: [...keyOf(resource), 'first', size, request],
    queryFn: ({ signal }) => pageOf(resource, { ...request, page: { size } }, signal),
  })
