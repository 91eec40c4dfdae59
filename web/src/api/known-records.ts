import type { AnyResource, Entity } from '@lintel/contract/jsonapi/resource'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { keyOf, type Listed } from './resource'

/** What a window knows already of a save of its own, before it has read the list again. */
export interface KnownRecords<R extends AnyResource> {
  /** Takes a record that was removed out of every list at once. */
  leaveOut(id: string): void
  /** Puts a record that was saved in the place of what was read of it before, so that its version is the one that is sent back. */
  putIn(saved: Entity<R>): void
}

/** What was read of a resource, to be told of a save at once: all of it is read again besides, and until then nothing is shown as it was before. */
export function useKnownRecords<R extends AnyResource>(resource: R): KnownRecords<R> {
  return knownRecords(useQueryClient(), resource)
}

/** What {@link useKnownRecords} gives, for a cache of queries. */
export function knownRecords<R extends AnyResource>(queries: QueryClient, resource: R): KnownRecords<R> {
  const inLists = (change: (records: Entity<R>[]) => Entity<R>[]) =>
    queries.setQueriesData<Listed<R>>(
      { queryKey: [...keyOf(resource), 'all'] },
      (listed) => listed && { ...listed, records: change(listed.records) },
    )
  return {
    leaveOut(id) {
      inLists((records) => records.filter((record) => record.id !== id))
    },
    putIn(saved) {
      inLists((records) => records.map((record) => (record.id === saved.id ? saved : record)))
      // With whatever else it was read: what came along stays until it is read again.
      queries.setQueriesData<{ record: Entity<R> }>(
        { queryKey: [...keyOf(resource), 'one', saved.id] },
        (known) => known && { ...known, record: saved },
      )
    },
  }
}
