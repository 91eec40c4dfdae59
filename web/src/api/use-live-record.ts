import type { AnyResource } from '@lintel/contract/jsonapi/resource'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { failedWith } from './failure'
import { followCustomer } from './live-connections'
import { readAt } from './read-at'
import { keyOf, one } from './resource'
import { scheduleRefetch } from './schedule-refetch'

/**
 * One record, kept up to date by the changes of the customer whose audit log contains it. `record` is undefined once it was deleted. Fails
 * like {@link one} when it was never read.
 */
export function useLiveRecord<R extends AnyResource>(resource: R, id: string, customer: string | undefined) {
  const queries = useQueryClient()

  // Subscribes to the server's change events and refetches.
  useEffect(() => {
    if (customer === undefined) return
    const onReload = () => scheduleRefetch(queries, keyOf(resource))
    return followCustomer({
      customer,
      readAt: readAt(queries, one(resource, id).queryKey),
      onChange: (change) => change.type === resource.type && [null, id].includes(change.id) && onReload(),
      onReload,
    })
  }, [resource, id, customer, queries])

  const { data, error } = useQuery(one(resource, id))
  return { record: failedWith(error, 'notFound') ? undefined : data?.record, error }
}
