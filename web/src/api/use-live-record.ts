import type { AnyResource } from '@lintel/contract/jsonapi/resource'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { failedWith } from './failure'
import { readAgain } from './read-again'
import { readAt } from './read-at'
import { keyOf, one } from './resource'
import { followCustomer } from './shared-live'

/**
 * One record, followed in the customer whose audit log tells of it: what somebody else changes appears as it happens. `record` is
 * undefined once it was deleted. Fails like {@link one} where it was never read.
 */
export function useLiveRecord<R extends AnyResource>(resource: R, id: string, customer: string | undefined) {
  const queries = useQueryClient()

  // The server tells of changes by others: what is shown is read again.
  useEffect(() => {
    if (customer === undefined) return
    const onReload = () => readAgain(queries, keyOf(resource))
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
