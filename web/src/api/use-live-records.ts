import type { ListRequest } from '@lintel/contract/jsonapi/query'
import type { AnyResource } from '@lintel/contract/jsonapi/resource'
import { platformTenant } from '@lintel/contract/settings/events'
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { readAgain } from './read-again'
import { readAt } from './read-at'
import { all, keyOf } from './resource'
import { followCustomer } from './shared-live'

/** All records of a customer, or what `request` asks of them, as its route loads them too. */
export const recordsOf = <R extends AnyResource>(resource: R, customer: string, request: ListRequest = {}) =>
  all(resource, { ...request, filter: { ...request.filter, customer } })

/** The records of a customer; what somebody else changes appears as it happens. */
export function useLiveRecords<R extends AnyResource>(resource: R, customer: string, request?: ListRequest) {
  const records = recordsOf(resource, customer, request)
  useReadAgain(resource, customer, records.queryKey)
  return useQuery(records)
}

/** All records of what belongs to no customer, for staff; what somebody else changes appears as it happens. */
export function useLivePlatformRecords<R extends AnyResource>(resource: R) {
  const records = all(resource)
  useReadAgain(resource, platformTenant, records.queryKey)
  return useQuery(records)
}

/**
 * Reads a resource again when the customer's stream says that one of its records changed; `shown` is the key of the query whose
 * answer is shown, so that what changed since it was read is told. `follows`: other records whose changes make the list another one.
 */
export function useReadAgain(
  resource: AnyResource,
  customer: string,
  shown: QueryKey,
  follows: AnyResource = resource,
): void {
  const queries = useQueryClient()
  const whenRead = useEffectEvent(() => readAt(queries, shown))

  // The server tells of changes by others: what is shown is read again.
  useEffect(() => {
    const onReload = () => readAgain(queries, keyOf(resource))
    return followCustomer({
      customer,
      readAt: whenRead(),
      onChange: ({ type }) => type === follows.type && onReload(),
      onReload,
    })
  }, [resource, customer, follows, queries])
}
