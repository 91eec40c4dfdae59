import type { ListRequest } from '@lintel/contract/jsonapi/query'
import type { AnyResource, Entity } from '@lintel/contract/jsonapi/resource'
import { hashKey, infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readPage } from './read-page'
import { type IncludedRecord, keyOf } from './resource'

interface PagesOptions {
  /** Page size; with `readsAll`, that of the first page. */
  size: number
  /** False while the request is not known yet. */
  isEnabled?: boolean
  /** Reads all pages by itself, of the maximum size after the first: a client-side search must not miss a record. */
  readsAll?: boolean
  /** Shows the previous list until the new one is loaded. */
  keepsPrevious?: boolean
}

/** A list that is read page by page. */
export interface Pages<T> {
  /** The records read so far; undefined before the first page is loaded. */
  records: readonly T[] | undefined
  /** The total; undefined before the first page is loaded. */
  total: number | undefined
  /** The included records of all pages. */
  included: readonly IncludedRecord[]
  error: Error | null
  /** There are further pages. */
  hasMore: boolean
  /** A further page is being read, or is queued. */
  isReading: boolean
  /** The records and the total are those of the previous list, until the new one is loaded. */
  isPrevious: boolean
  /** Requests the next page, after any read in progress. */
  readMore(): void
}

/** A requested further page: of which list, after how many pages, and the number of failures then. */
interface PageRequest {
  list: string
  pages: number
  failures: number
}

/** The query for the pages of a list; its route loads the first one. Fails like {@link readPage}. */
export function pagesOf<R extends AnyResource>(
  resource: R,
  request: Omit<ListRequest, 'page'>,
  { size, readsAll = false }: Pick<PagesOptions, 'size' | 'readsAll'>,
) {
  const nextSize = readsAll ? resource.maxPageSize : size
  return infiniteQueryOptions({
    queryKey: [...keyOf(resource), 'pages', request],
    queryFn: ({ pageParam, signal }) =>
      readPage(resource, { ...request, page: pageParam ? { size: nextSize, after: pageParam } : { size } }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }: { next: string | undefined }) => next,
  })
}

/**
 * The records of a list in the requested order, page by page. A further page is read only when nothing else of the list is loading:
 * otherwise it would abort the refetch that follows a change, and stale data would pass for current.
 */
export function usePages<R extends AnyResource>(
  resource: R,
  request: Omit<ListRequest, 'page'>,
  { size, isEnabled = true, readsAll = false, keepsPrevious = false }: PagesOptions,
): Pages<Entity<R>> {
  const pagesQuery = pagesOf(resource, request, { size, readsAll })
  const query = useInfiniteQuery({
    ...pagesQuery,
    enabled: isEnabled,
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  })
  const { data, error, errorUpdateCount, hasNextPage, isFetching, isFetchingNextPage, isRefetchError } = query
  const { isPlaceholderData, fetchNextPage, refetch } = query
  const [requested, setRequested] = useState<PageRequest>()
  const now: PageRequest = {
    list: hashKey(pagesQuery.queryKey),
    pages: data?.pages.length ?? 0,
    failures: errorUpdateCount,
  }
  const isRequested =
    requested !== undefined && hasNextPage && requested.list === now.list && requested.pages >= now.pages
  // The request ends with its page or its list, so that it does not revive when the list has as many pages again.
  if (requested && !isRequested) setRequested(undefined)

  // After a failure the page is read only when the person asks for it or the list has recovered.
  const isNextNeeded = error
    ? isRequested && requested.failures === now.failures
    : isRequested || (readsAll && hasNextPage)

  // Fetches the next page. Runs after each render: a fetch in progress is not repeated.
  useEffect(() => {
    if (isNextNeeded && !isFetching) void fetchNextPage({ cancelRefetch: false })
  })

  return {
    records: data?.pages.flatMap(({ records }) => records),
    total: data?.pages[0]?.total,
    included: data?.pages.flatMap(({ included }) => included) ?? [],
    error,
    hasMore: hasNextPage,
    isReading: isFetchingNextPage || isNextNeeded,
    isPrevious: isPlaceholderData,
    readMore() {
      setRequested(now)
      // The earlier pages are stale, so they are refetched first.
      if (isRefetchError) void refetch({ cancelRefetch: false })
    },
  }
}
