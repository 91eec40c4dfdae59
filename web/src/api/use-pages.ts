import type { ListRequest } from '@lintel/contract/jsonapi/query'
import type { AnyResource, Entity } from '@lintel/contract/jsonapi/resource'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pageOf } from './pages'
import { type IncludedRecord, keyOf } from './resource'

interface PagesTerms {
  /** Records of a page; of the first one where the list is read whole. */
  size: number
  /** False while it is not known yet what to ask for. */
  isEnabled?: boolean
  /** Reads page after page by itself, as large as they may be after the first: what is searched here must not be missed. */
  isWhole?: boolean
  /** What was shown stays until what else is asked for has come. */
  keepsShown?: boolean
}

/** A list that is read page by page. */
export interface Pages<T> {
  /** Those that were read so far; undefined before the first page is there. */
  records: readonly T[] | undefined
  /** How many there are in all; undefined before the first page is there. */
  total: number | undefined
  /** What came along with the pages. */
  included: readonly IncludedRecord[]
  error: Error | null
  /** There are pages that were not read yet. */
  hasMore: boolean
  isReading: boolean
  readMore(): void
}

/** The pages of a list in the order asked for, as their route loads the first of them. Fails like {@link pageOf}. */
export function pagesOf<R extends AnyResource>(
  resource: R,
  request: Omit<ListRequest, 'page'>,
  { size, isWhole = false }: Pick<PagesTerms, 'size' | 'isWhole'>,
) {
  const further = isWhole ? resource.largestPage : size
  return infiniteQueryOptions({
    queryKey: [...keyOf(resource), 'pages', request],
    queryFn: ({ pageParam, signal }) =>
      pageOf(resource, { ...request, page: pageParam ? { size: further, after: pageParam } : { size } }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }: { next: string | undefined }) => next,
  })
}

/** The records of a list in the order asked for, page by page. */
export function usePages<R extends AnyResource>(
  resource: R,
  request: Omit<ListRequest, 'page'>,
  { size, isEnabled = true, isWhole = false, keepsShown = false }: PagesTerms,
): Pages<Entity<R>> {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...pagesOf(resource, request, { size, isWhole }),
    enabled: isEnabled,
    ...(keepsShown && { placeholderData: keepPreviousData }),
  })
  const isMissing = isWhole && hasNextPage && !isFetchingNextPage && !error

  // Asks the server for the page after the last, as long as there is one.
  useEffect(() => {
    if (isMissing) void fetchNextPage()
  }, [isMissing, fetchNextPage])

  return {
    records: data?.pages.flatMap(({ records }) => records),
    total: data?.pages[0]?.total,
    included: data?.pages.flatMap(({ included }) => included) ?? [],
    error,
    hasMore: hasNextPage,
    isReading: isFetchingNextPage,
    readMore: () => void fetchNextPage(),
  }
}
