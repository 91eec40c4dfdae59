import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWindowedRows } from '../../ui/use-windowed-rows'
import { type RowsNarrowed, type RowsShown, readRows } from './change-set-calls'

interface RowsAsked {
  id: string
  /** Changes when the rows do. */
  version: string
  shown: RowsShown | undefined
  narrowed?: RowsNarrowed
}

/** The rows of a change set, however many there are: those in sight are to be drawn, and are asked for as they come near. */
export function useReadRows({ id, version, shown, narrowed = {} }: RowsAsked, rowHeight: number) {
  const { data, error, isFetching, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['change-set-rows', id, version, shown, narrowed],
    queryFn: ({ pageParam }) => readRows(id, shown, pageParam, narrowed),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })
  const total = data?.pages[0]?.total ?? 0
  const loaded = data?.pages.flatMap(({ rows }) => rows) ?? []
  const { start, end, follow } = useWindowedRows(total, rowHeight)
  // What failed is asked for again by the reader, not at once and for ever.
  const isMissing = end > loaded.length && hasNextPage && !isFetchingNextPage && !error

  // Asks the server for what has come into sight; again when what came was not enough.
  useEffect(() => {
    if (isMissing) fetchNextPage()
  }, [isMissing, fetchNextPage])

  return {
    ...{ total, start, end, follow },
    rowAt: (position: number) => loaded[position],
    error: isFetching ? null : error,
    isEmpty: data !== undefined && total === 0,
  }
}
