import type { ListRequest } from '@lintel/contract/jsonapi/query'
import type { AnyResource } from '@lintel/contract/jsonapi/resource'
import { platformTenant } from '@lintel/contract/settings/events'
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { followCustomer } from './live-connections'
import { readAt } from './read-at'
import { all, keyOf } from './resource'
import { scheduleRefetch } from './schedule-refetch'

/** The query for the records of a customer, narrowed by `request`; the routes load the same one. */
export const customerRecords = <R extends AnyResource>(resource: R, customer: string, request: ListRequest = {}) =>
  all(resource, { ...request, filter: { ...request.filter, customer } })

/** The records of a customer, updated live with the changes of others. */
export function useLiveRecords<R extends AnyResource>(resource: R, customer: string, request?: ListRequest) {
  const records = customerRecords(resource, customer, request)
  useLiveRefetch(resource, customer, records.queryKey)
  return useQuery(records)
}

/** All records of a resource without a customer, for staff; updated live with the changes of others. */
export function useLivePlatformRecords<R extends AnyResource>(resource: R) {
  const records = all(resource)
  useLiveRefetch(resource, platformTenant, records.queryKey)
  return useQuery(records)
}

/**
 * Refetches a resource when the customer's stream reports a change of it. `shown` is the key of the query shown, so that changes since it
 * was read are delivered. `follows`: other records whose changes affect the list.
 */
export function useLiveRefetch(
  resource: AnyResource,
  customer: string,
  shown: QueryKey,
  follows: AnyResource = resource,
): void {
  const queries = useQueryClient()
  const whenRead = useEffectEvent(() => readAt(queries, shown))

  // Subscribes to the server's change events and refetches.
  useEffect(() => {
    const onReload = () => scheduleRefetch(queries, keyOf(resource))
    return followCustomer({
      customer,
      readAt: whenRead(),
      onChange: ({ type }) => type === follows.type && onReload(),
      onReload,
    })
  }, [resource, customer, follows, queries])
}
