import type { AnyResource } from '@lintel/contract/jsonapi/resource'
import { platformTenant } from '@lintel/contract/settings/events'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { all, keyOf } from './resource'
import { followCustomer } from './shared-live'

/** All records of a customer, as its route loads them too. */
export const recordsOf = <R extends AnyResource>(resource: R, customer: string) =>
  all(resource, { filter: { customer } })

/** The records of a customer; what somebody else changes appears as it happens. */
export function useLiveRecords<R extends AnyResource>(resource: R, customer: string) {
  useReadAgain(resource, customer)
  return useQuery(recordsOf(resource, customer))
}

/** All records of what belongs to no customer, for staff; what somebody else changes appears as it happens. */
export function useLivePlatformRecords<R extends AnyResource>(resource: R) {
  useReadAgain(resource, platformTenant)
  return useQuery(all(resource))
}

/** Reads a resource again when the customer's stream says that one of its records changed. */
export function useReadAgain(resource: AnyResource, customer: string) {
  const queries = useQueryClient()

  // The server tells of changes by others: what is shown is read again.
  useEffect(() => {
    const readAgain = () => void queries.invalidateQueries({ queryKey: keyOf(resource) })
    return followCustomer({
      customer,
      onChange: ({ type }) => type === resource.type && readAgain(),
      onReload: readAgain,
    })
  }, [resource, customer, queries])
}
