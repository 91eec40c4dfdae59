import type { AnyResource } from '@lintel/contract/jsonapi/resource'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { keyOf, type Listed } from './resource'

/**
 * Gives what takes a record that was removed out of every list at once: they are read again besides, and until then none says that it is
 * still there.
 */
export function useLeaveOut(resource: AnyResource): (id: string) => void {
  const queries = useQueryClient()
  return (id) => leaveOut(queries, resource, id)
}

/** What {@link useLeaveOut} does, for a cache of queries. */
export const leaveOut = (queries: QueryClient, resource: AnyResource, id: string): void => {
  queries.setQueriesData<Listed<AnyResource>>(
    { queryKey: [...keyOf(resource), 'all'] },
    (listed) => listed && { ...listed, records: listed.records.filter((record) => record.id !== id) },
  )
}
