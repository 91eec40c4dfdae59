import type { ListRequest } from '@lintel/contract/jsonapi/query'
import type { AnyResource, Entity } from '@lintel/contract/jsonapi/resource'
import { hashKey, infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
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
  /** A further page is being read, or waits for its turn. */
  isReading: boolean
  /** Asks for the page after the last: at once, or after what is being read. */
  readMore(): void
}

/** A page more that somebody asked for: how many there were of which list, and how often reading it had failed. */
interface Wish {
  list: string
  pages: number
  failures: number
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

/**
 * The records of a list in the order asked for, page by page. A further page is read only when nothing else of the list is: it would
 * break off a reading of all pages that a change began, and what was shown before the change would pass for what is stored.
 */
export function usePages<R extends AnyResource>(
  resource: R,
  request: Omit<ListRequest, 'page'>,
  { size, isEnabled = true, isWhole = false, keepsShown = false }: PagesTerms,
): Pages<Entity<R>> {
  const asked = pagesOf(resource, request, { size, isWhole })
  const query = useInfiniteQuery({
    ...asked,
    enabled: isEnabled,
    ...(keepsShown && { placeholderData: keepPreviousData }),
  })
  const { data, error, errorUpdateCount, hasNextPage, isFetching, isFetchingNextPage, isRefetchError } = query
  const { fetchNextPage, refetch } = query
  const [wish, setWish] = useState<Wish>()
  const now: Wish = { list: hashKey(asked.queryKey), pages: data?.pages.length ?? 0, failures: errorUpdateCount }
  const isWished =
    wish !== undefined &&
    hasNextPage &&
    wish.list === now.list &&
    wish.pages >= now.pages &&
    wish.failures === now.failures
  // A wish ends with its page, its list or a failure: it must not come back when the list has as many pages as then.
  if (wish && !isWished) setWish(undefined)

  const isWanted = isWished || (isWhole && hasNextPage && !error)

  // Asks the server for the page after the last. After each drawing: what is being read already is not asked for twice.
  useEffect(() => {
    if (isWanted && !isFetching) void fetchNextPage({ cancelRefetch: false })
  })

  return {
    records: data?.pages.flatMap(({ records }) => records),
    total: data?.pages[0]?.total,
    included: data?.pages.flatMap(({ included }) => included) ?? [],
    error,
    hasMore: hasNextPage,
    isReading: isFetchingNextPage || isWanted,
    readMore() {
      setWish(now)
      // The pages before it are not what is stored: they come first.
      if (isRefetchError) void refetch({ cancelRefetch: false })
    },
  }
}
