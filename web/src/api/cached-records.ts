import type { AnyResource, Entity } from '@lintel/contract/jsonapi/resource'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { keyOf, type RecordList } from './resource'

/** Applies the results of a window's own saves to its cache before the list is refetched. */
export interface CachedRecords<R extends AnyResource> {
  /** Removes a deleted record from every cached list. */
  evict(id: string): void
  /** Replaces the cached record by the saved one, so that later saves send its new version. */
  replace(saved: Entity<R>): void
}

/** The cached records of a resource, to be updated at once after a save; the refetch that follows never shows the old values again. */
export function useCachedRecords<R extends AnyResource>(resource: R): CachedRecords<R> {
  return cachedRecords(useQueryClient(), resource)
}

/** What {@link useCachedRecords} returns, for a given query client. */
export function cachedRecords<R extends AnyResource>(queries: QueryClient, resource: R): CachedRecords<R> {
  const inLists = (change: (records: Entity<R>[]) => Entity<R>[]) =>
    queries.setQueriesData<RecordList<R>>(
      { queryKey: [...keyOf(resource), 'all'] },
      (listed) => listed && { ...listed, records: change(listed.records) },
    )
  return {
    evict(id) {
      inLists((records) => records.filter((record) => record.id !== id))
    },
    replace(saved) {
      inLists((records) => records.map((record) => (record.id === saved.id ? saved : record)))
      // Keeps what else the query returned until the refetch.
      queries.setQueriesData<{ record: Entity<R> }>(
        { queryKey: [...keyOf(resource), 'one', saved.id] },
        (known) => known && { ...known, record: saved },
      )
    },
  }
}
