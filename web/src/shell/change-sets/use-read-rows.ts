import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWindowedRows } from '../../ui/use-windowed-rows'
import { type RowCriteria, type RowFilter, readRows } from './change-set-calls'

interface RowsQuery {
  id: string
  /** Changes when the rows do. */
  version: string
  shown: RowFilter | undefined
  criteria?: RowCriteria
}

/** The rows of a change set for a virtual list: loads further pages as they come into view. */
export function useReadRows({ id, version, shown, criteria = {} }: RowsQuery, rowHeight: number) {
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['change-set-rows', id, version, shown, criteria],
    queryFn: ({ pageParam }) => readRows(id, shown, pageParam, criteria),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })
  const total = data?.pages[0]?.total ?? 0
  const loaded = data?.pages.flatMap(({ rows }) => rows) ?? []
  const { start, end, onScroll } = useWindowedRows(total, rowHeight)
  // A failed page is retried by the person, not automatically.
  const isMissing = end > loaded.length && hasNextPage && !isFetchingNextPage && !error

  // Loads the next page when it comes into view, until enough rows are loaded.
  useEffect(() => {
    if (isMissing) fetchNextPage()
  }, [isMissing, fetchNextPage])

  return {
    ...{ total, start, end, onScroll },
    rowAt: (position: number) => loaded[position],
    error,
    isEmpty: data !== undefined && total === 0,
  }
}
